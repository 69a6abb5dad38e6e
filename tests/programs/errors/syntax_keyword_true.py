# A keyword argument named True.
print(True=1)
