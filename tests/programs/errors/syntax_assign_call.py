# Assignment to a function call.
def f():
    pass


f() = 1
