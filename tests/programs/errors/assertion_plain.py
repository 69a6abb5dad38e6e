# An uncaught assertion without a message.
def check(x):
    assert x == 1 and isinstance(x, int)


check(1)
check(2)
