# An assignment to an attribute in a condition.
x = object()
while x.value = 2:
    pass
