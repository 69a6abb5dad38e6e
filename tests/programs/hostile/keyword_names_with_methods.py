# Names of keyword arguments that bring their own __hash__ and __eq__: user code runs while arguments are bound.


class Key(str):
    def __hash__(self):
        a, b, c, d = [1], [2], [3], [4]
        return str.__hash__(self)

    def __eq__(self, other):
        a, b, c, d = [1], [2], [3], [4]
        return str.__eq__(self, other)


class Noisy:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name

    def __del__(self):
        print("del", self.name)


def f(a, **k):
    return a, k


def g(a, b, c, *rest, d, e=1, **k):
    return a, b, c, rest, d, e, k


def gen(a, **k):
    yield a
    yield k


class C:
    def __init__(self, a, *, b=2, **k):
        self.all = a, b, k


print(f(Noisy("x"), **{Key("q"): Noisy("y")}))
print(g(Noisy("1"), [2], [3], [33], **{Key("q"): Noisy("4"), "d": [5], Key("r"): [6]}))
print(list(gen([1], **{Key("z"): [2]})))
print(C([1], **{Key("b"): [5], Key("w"): [6]}).all)
print(max([1, 2], key=lambda x: f([x], **{Key("p"): 1})[0]))
try:
    g([1], **{Key("q"): Noisy("gone")})
except TypeError as error:
    print(error)


def h(*, a=1, b):
    return a, b


h.__kwdefaults__ = {Key("a"): [7], Key("b"): [8]}
print(h(), h(b=[9]), h(a=[10]))
