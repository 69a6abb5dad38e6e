# A brace that is never closed.
d = {"a": (1, 2), "b": [3]
def f():
    pass
