# helper
def f(:
    pass
