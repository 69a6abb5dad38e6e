# A conditional expression without else.
x = 1 if True
