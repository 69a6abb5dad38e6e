# A bare raise outside of any handler.
def f():
    raise


f()
