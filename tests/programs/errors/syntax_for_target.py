# A loop over a literal.
for 5 in range(3):
    pass
