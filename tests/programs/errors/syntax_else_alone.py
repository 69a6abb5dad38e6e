# else without if.
x = 1
else:
    pass
