# A parameter that is no name.
def f(a, 5):
    pass
