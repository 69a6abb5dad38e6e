# Objects of several kinds that can be weakly referenced.
import weakref


def f():
    pass


def gen():
    yield


class L(list):
    pass


class C:
    def m(self):
        pass


class S:
    __slots__ = ("__weakref__",)


class NoWeak:
    __slots__ = ()


r = weakref.ref(f)
del f
print("function", r())
g = gen()
r = weakref.ref(g)
g = None
print("generator", r())
x = L()
r = weakref.ref(x)
x = None
print("list subclass", r())
x = {1, 2}
r = weakref.ref(x)
x = None
print("set", r())
x = S()
r = weakref.ref(x)
x = None
print("slots", r())
c = C()
print("bound method", weakref.ref(c.m)())
try:
    weakref.ref(NoWeak())
except TypeError as e:
    print(e)
