# Assignment to a literal.
x = 1
5 = x
