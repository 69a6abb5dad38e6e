# Messages for calls that do not fit.
def f0(): pass
def f1(a): pass
def f2(a, b=1): pass
def f3(a, b, c): pass
def kw(*, k): pass
def kw2(*, k, l, m=1): pass
def pos(a, b, /): pass
def star(a, *args): pass
def dbl(a, **k): pass
def mix(a, /, b, *, c): pass
class C:
    def m(self, x): pass
    def n(self): pass
    @staticmethod
    def s(a): pass
    @classmethod
    def c(cls, a): pass
class D:
    def __init__(self, a, b): pass
class E: pass
calls = [lambda: f0(1), lambda: f0(x=1), lambda: f1(), lambda: f1(1, 2), lambda: f1(1, a=2), lambda: f1(b=1), lambda: f2(), lambda: f2(1, 2, 3), lambda: f3(), lambda: f3(1),
         lambda: f3(1, c=2), lambda: f3(1, 2, 3, 4), lambda: kw(), lambda: kw(1), lambda: kw2(), lambda: kw2(1, k=2, l=3), lambda: kw(k=1, z=2), lambda: pos(1), lambda: pos(a=1, b=2),
         lambda: pos(1, b=2), lambda: star(), lambda: dbl(), lambda: dbl(1, a=2), lambda: dbl(1, 2), lambda: mix(1, 2), lambda: mix(1, c=1), lambda: mix(a=1, b=2, c=3), lambda: mix(1, 2, 3),
         lambda: C().m(), lambda: C().m(1, 2), lambda: C().n(1), lambda: C.m(1), lambda: C.m(), lambda: C.s(), lambda: C.c(), lambda: C().c(1, 2), lambda: D(), lambda: D(1), lambda: D(1, 2, 3),
         lambda: E(1), lambda: E(a=1), lambda: (lambda x: x)(), lambda: f1(**{"a": 1, "q": 2}), lambda: f1(*[1, 2, 3]), lambda: len(), lambda: len(1, 2), lambda: len(x=1), lambda: int(1, 2, 3),
         lambda: isinstance(1), lambda: "".join(), lambda: [].append(), lambda: abs(-1, 2), lambda: print(zz=1), lambda: f3(1, 2, d=1), lambda: f2(1, bb=2)]
for n, call in enumerate(calls):
    try:
        call()
        print(n, "no error")
    except TypeError as error:
        print(n, error)
