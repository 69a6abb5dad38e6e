# True as a parameter.
def f(True):
    pass
