# Multiple inheritance and C3 order.
class A:
    def f(self): return ["A"]
class B(A):
    def f(self): return ["B"] + super().f()
class C(A):
    def f(self): return ["C"] + super().f()
class D(B, C):
    def f(self): return ["D"] + super().f()
class E(C): pass
class F(D, E):
    def f(self): return ["F"] + super().f()
for k in (A, B, C, D, E, F):
    print(k.__name__, [c.__name__ for c in k.__mro__], k().f())
class X: pass
class Y: pass
class XY(X, Y): pass
class YX(Y, X): pass
for make in (lambda: type("Z", (XY, YX), {}), lambda: type("Z", (A, B), {}), lambda: type("Z", (A, A), {}), lambda: type("Z", (object, A), {}), lambda: type("Z", (int, str), {})):
    try:
        print(make())
    except TypeError as error:
        print(" ".join(str(error).split()))
class M1:
    def __init__(self, **kw):
        print("M1", sorted(kw))
        self.m1 = kw.pop("m1", 0)
        super().__init__(**kw)
class M2:
    def __init__(self, **kw):
        print("M2", sorted(kw))
        self.m2 = kw.pop("m2", 0)
        super().__init__(**kw)
class Both(M1, M2):
    def __init__(self, **kw):
        super().__init__(**kw)
        print("Both", sorted(vars(self).items()))
Both(m1=1, m2=2)
try:
    Both(m3=3)
except TypeError as error:
    print(error)
D.__bases__ = (C, B)
print([c.__name__ for c in D.__mro__], D().f(), [c.__name__ for c in F.__mro__])
class Left:
    v = "left"
class Right:
    v = "right"
    w = "right"
class LR(Left, Right): pass
print(LR.v, LR.w, LR().w)
