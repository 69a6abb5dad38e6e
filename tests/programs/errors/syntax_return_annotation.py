# A colon in place of an arrow.
def f() : int:
    pass
