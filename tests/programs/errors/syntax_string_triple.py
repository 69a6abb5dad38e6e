# A triple-quoted string that never ends.
def f():
    """Documentation

    x = 1
