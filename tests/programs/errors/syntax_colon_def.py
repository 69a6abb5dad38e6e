# A missing colon after a function's head.
def f(a, b)
    return a
