# The same parameter twice.
def f(a, b, *, a=1):
    pass
