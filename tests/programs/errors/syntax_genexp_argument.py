# A generator expression beside other arguments.
print(x for x in [1], 2)
