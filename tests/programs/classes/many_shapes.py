# Attributes, methods and stores at one place in objects of many classes, in classes and in modules; floats at the ends of their range.
import math
class Meta(type):
    @property
    def meta_prop(cls): return "mp:" + cls.__name__
    def __getattr__(cls, n): return "mg:" + n
class A(metaclass=Meta):
    K = 1
    def f(self): return "A.f"
    @classmethod
    def cm(cls): return "cm" + cls.__name__
    @staticmethod
    def sm(x): return x * 2
class B:
    K = 2
    def f(self): return "B.f"
    @classmethod
    def cm(cls): return "cmB"
    @staticmethod
    def sm(x): return x * 3
def k(c): return c.K
def cm(c): return c.cm()
def sm(c, x): return c.sm(x)
def fn(m, x): return m.floor(x)
for i in range(3000):
    for c in (A, B):
        k(c); cm(c); sm(c, i)
    fn(math, 2.5)
print(k(A), k(B), cm(A), cm(B), sm(A, 4), sm(B, 4))
A.K = 10; B.K = property(lambda s: 5)
print(k(A), type(k(B)).__name__)
del A.K
print(k(A))
A.sm = classmethod(lambda cls, x: (cls.__name__, x))
print(sm(A, 1), sm(B, 2))
Meta.K = property(lambda c: "data" )
print(k(A), A().f())
class M:
    def floor(self, x): return "mf"
print(fn(M(), 1), fn(math, 1.5))
old = math.floor
math.floor = lambda x: "patched"
print(fn(math, 1.5))
math.floor = old
print(fn(math, 1.5))
# stores with destructors that reenter
log = []
class D:
    def __init__(self, n, owner): self.n = n; self.owner = owner
    def __del__(self): log.append((self.n, getattr(self.owner, "x", None).__class__.__name__))
class P:
    def __init__(self): self.x = None; self.y = 0
class Q:
    def __init__(self): self.y = 0; self.x = None
class R:
    __slots__ = ("x", "y")
    def __init__(self): self.x = None; self.y = 1
class S(dict):
    def __init__(self): self.z = 1; self.x = None
def put(o, v): o.x = v
def get(o): return o.x
os_ = [P(), Q(), R(), S()]
for i in range(2000):
    for o in os_:
        put(o, D(i, o)); get(o)
print(len(log), log[:3], log[-2:])
for o in os_:
    put(o, None)
print(len(log))
def bump(o):
    o.x += 1
    return o.x
for o in os_: o.x = 0
for i in range(3000):
    for o in os_: bump(o)
print([bump(o) for o in os_])
for bad in (5, None, "s", 2.5, object(), (1,), bump):
    try: put(bad, 1); print("ok", type(bad).__name__)
    except AttributeError as e: print("AE", e)
    try: print(get(bad))
    except AttributeError as e: print("AE", e)
del os_[2].x
try: get(os_[2])
except AttributeError as e: print("AE", e)
put(os_[2], 9); print(get(os_[2]))
class F(Exception): pass
e = F(); put(e, 3); print(get(e))
for i in range(1000):
    e = F(); put(e, i); assert get(e) == i
# methods replaced on instances and classes
class X1:
    def m(self): return 1
class X2:
    def m(self): return 2
class X3(X1):
    def m(self): return super().m() + 10
def call(o): return o.m()
xs = [X1(), X2(), X3()]
t = 0
for i in range(3000):
    for x in xs: t += call(x)
print(t)
xs[0].m = lambda: 100
X2.m = lambda self: 200
X1.m = lambda self: 5
print([call(x) for x in xs])
del xs[0].m
print([call(x) for x in xs])
X3.m = 7
try: call(xs[2])
except TypeError as e: print(e)
X3.__call__ = lambda self: "called"
X3.m = xs[2]
print(call(xs[2]))
def floats():
    s = 0.0
    vals = [0.0, -0.0, 1e308, 5e-324, float("inf"), float("-inf"), 1.5, -2.25, 1e-310, 2**-1022, 2.0**1023, 1e-160, 1e160]
    out = []
    for i in range(400):
        for v in vals:
            w = v * 1.0 + 0.0
            u = -v * 0.5
            out.append((w, u, w / (u if u else 3.0)))
    return out[-13:]
for i in range(20): r = floats()
print(r)
nan = float("nan"); print(nan * 2, [x != x for x in (nan, nan + 1)])
