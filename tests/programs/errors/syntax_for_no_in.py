# A loop without in.
for x range(3):
    pass
