# A bare star without names behind it.
def f(a, *):
    pass
