# Finalisers that raise, at every kind of release.
class Finaliser:
    def __call__(self):
        global count
        count += 1
        try:
            raise ValueError
        except ValueError:
            pass
        return 1 / 1

    def __repr__(self):
        return "<finaliser>"


class T:
    __del__ = Finaliser()

    def __add__(self, other):
        return T()

    def __enter__(self):
        return T()

    def __exit__(self, *args):
        return T()

    def __getitem__(self, i):
        return T()

    def __iter__(self):
        return iter([T(), T()])

    def method(self, *args, **kw):
        return T()

    def __eq__(self, other):
        return T()

    __hash__ = object.__hash__


def statements():
    x = T()
    x = T() + T()
    x += T()
    x[T()]
    a, b = T()
    [T() for _ in T()]
    {T(): T()}
    f"{T() == T()}"
    x.method(T(), T(), k=T())
    with T() as y:
        pass
    for z in T():
        T() == T()
    del x, a
    b = None
    lambda k=T(): k
    try:
        raise ValueError(T())
    except ValueError as e:
        T()
    return T() if T() else T()


count = 0
statements()
print(count)
before = count
for _ in range(20):
    statements()
print((count - before) // 20)
