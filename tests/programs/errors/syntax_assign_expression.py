# Assignment to an expression.
a = b = 1
a + b = 2
