# RecursionError is caught and the program goes on.
def f(n):
    return f(n + 1) + 1


def g(n):
    return h(n)


def h(n):
    return g(n)


class C:
    def __getattr__(self, name):
        return getattr(self, name + "x")

    def __repr__(self):
        return repr(self)

    def __eq__(self, other):
        return self == other


for call in (lambda: f(0), lambda: g(0), lambda: C().x, lambda: repr(C()), lambda: C() == 1):
    try:
        call()
    except RecursionError as e:
        print(type(e).__name__, str(e)[:32])
print(f.__name__, "still works")
