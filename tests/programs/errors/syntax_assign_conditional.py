# Assignment to a conditional expression.
a = b = 1
a if b else a = 2
