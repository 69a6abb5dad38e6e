# Assignment to a literal where a comparison was meant.
x = 1
if 5 = x:
    pass
