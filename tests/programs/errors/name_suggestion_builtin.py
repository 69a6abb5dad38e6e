# A typo in the name of a built-in function.
values = [3, 1, 2]
print(values)
print(srted(values))
