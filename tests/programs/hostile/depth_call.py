# Recursion of every kind ends in RecursionError and the program goes on.
class Call:
    pass


Call.__call__ = Call()


class Attr:
    def __getattr__(self, name):
        return getattr(self, name)


class Item:
    def __getitem__(self, i):
        return self[i]


class Add:
    def __add__(self, other):
        return self + other


class Iter:
    def __iter__(self):
        return iter(self)


class Prop:
    @property
    def p(self):
        return self.p


class Hash:
    def __hash__(self):
        return hash(self)


class Bool:
    def __bool__(self):
        return bool(self)


class Init:
    def __init__(self):
        Init()


class Lt:
    def __lt__(self, other):
        return sorted([self, other])


def gen():
    yield from gen()


def comp():
    return [comp() for _ in range(1)]


def key(x):
    return sorted([1], key=key)


def deco():
    return max([1, 2], key=lambda x: deco())


def string():
    return f"{string()}"


def handler():
    try:
        handler()
    finally:
        pass


for f in (lambda: Call()(), lambda: Attr().x, lambda: Item()[0], lambda: Add() + 1,
          lambda: iter(Iter()), lambda: Prop().p, lambda: hash(Hash()), lambda: bool(Bool()),
          Init, lambda: sorted([Lt(), Lt()]), lambda: next(gen()), comp, lambda: key(1), deco,
          string, handler):
    try:
        f()
    except RecursionError as e:
        print(type(e).__name__)
print("end")
