# An assignment where a comparison was meant.
x = 1
if x = 2:
    print("x")
