# A module that was not imported.
def f():
    return math.pi


print(f())
