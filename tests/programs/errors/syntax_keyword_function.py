# A keyword as a function's name.
def import():
    pass
