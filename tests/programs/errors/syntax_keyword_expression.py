# A keyword argument whose name is an expression.
print(a.b=1)
