# Parameters after the double-starred one.
def f(**kw, a):
    pass
