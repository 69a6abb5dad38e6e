# return outside a function.
x = 1
if x:
    return x
