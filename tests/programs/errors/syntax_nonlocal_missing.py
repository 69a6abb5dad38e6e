# nonlocal without a binding in an outer function.
y = 1


def f():
    def g():
        nonlocal y
        y = 2
