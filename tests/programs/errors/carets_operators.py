# Carets under binary operators, subscripts and calls.
def attempt(f):
    try:
        f()
    except Exception as e:
        raise RuntimeError("wrapped") from e


def f(a, b, c):
    return (a + b) * c / (b - b)


def g(d):
    return d["outer"]["inner"]["missing"]


try:
    f(1, 2, 3)
except ZeroDivisionError:
    try:
        g({"outer": {"inner": {}}})
    except KeyError:
        attempt(lambda: [1, 2, 3][1:2][0].real.nothing)
