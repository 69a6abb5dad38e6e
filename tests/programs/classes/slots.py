# __slots__.
class P:
    __slots__ = ("x", "y")
    def __init__(self, x, y=None):
        self.x = x
        if y is not None:
            self.y = y
    def both(self): return self.x, self.y
p = P(1, 2)
print(p.x, p.both(), hasattr(p, "__dict__"), P.__slots__, type(P.x).__name__, hasattr(P(1), "y"))
for f in (lambda: P(1).y, lambda: setattr(p, "z", 1), lambda: p.__dict__, lambda: delattr(P(1), "y"), lambda: vars(p)):
    try:
        print(f())
    except (AttributeError, TypeError) as error:
        print(type(error).__name__, error)
p.x += 10
del p.y
p.y = "again"
print(p.both(), P.x.__get__(p), P.x.__name__)
class Sub(P):
    __slots__ = ("z",)
class Open(P):
    pass
s = Sub(1, 2)
s.z = 3
o = Open(1, 2)
o.free = 4
print(s.both(), s.z, hasattr(s, "__dict__"), o.both(), o.__dict__)
class One:
    __slots__ = "single"
one = One()
one.single = 1
print(one.single, One.__slots__)
class WithDict:
    __slots__ = ("a", "__dict__")
w = WithDict()
w.a = 1
w.b = 2
print(w.a, w.__dict__)
class Empty:
    __slots__ = ()
try:
    Empty().x = 1
except AttributeError as error:
    print(error)
for make in (lambda: type("Z", (), {"__slots__": ("a",), "a": 1}), lambda: type("Z", (), {"__slots__": ("1a",)}), lambda: type("Z", (), {"__slots__": (5,)}), lambda: type("Z", (P, One), {})):
    try:
        print(make())
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)
class Private:
    __slots__ = ("__hidden",)
    def __init__(self): self.__hidden = 5
    def get(self): return self.__hidden
print(Private().get(), Private()._Private__hidden)
