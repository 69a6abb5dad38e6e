# Two slashes in a parameter list.
def f(a, /, b, /):
    pass
