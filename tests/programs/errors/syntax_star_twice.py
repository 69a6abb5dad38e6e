# Two starred parameters.
def f(*a, *b):
    pass
