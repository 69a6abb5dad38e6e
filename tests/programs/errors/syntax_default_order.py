# A parameter without a default after one with a default.
def f(a, b=1, c):
    pass
