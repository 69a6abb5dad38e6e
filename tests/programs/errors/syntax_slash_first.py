# A slash without parameters before it.
def f(/, a):
    pass
