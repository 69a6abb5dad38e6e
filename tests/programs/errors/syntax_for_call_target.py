# A loop with a call as its target.
for f() in range(3):
    pass
