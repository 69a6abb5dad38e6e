# A with statement with a literal as its target.
with open("x") as 5:
    pass
