# del of an expression.
a = b = 1
del a + b
