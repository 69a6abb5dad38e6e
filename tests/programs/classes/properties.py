# property: getter, setter, deleter, inheritance, errors.
class Temp:
    def __init__(self, c):
        self._c = c
    @property
    def c(self):
        "Degrees."
        print("get")
        return self._c
    @c.setter
    def c(self, v):
        print("set", v)
        if v < -273:
            raise ValueError("too cold")
        self._c = v
    @c.deleter
    def c(self):
        print("del")
        del self._c
    f = property(lambda self: self.c * 9 / 5 + 32, doc="F")
t = Temp(100)
print(t.c, t.f, Temp.c.__doc__, Temp.f.__doc__, type(Temp.c).__name__, Temp.c.fget.__name__, Temp.f.fset)
t.c = 5
t.c += 1
print(t.c)
del t.c
for f in (lambda: t.c, lambda: setattr(t, "f", 1), lambda: delattr(t, "f"), lambda: setattr(t, "c", -300)):
    try:
        print(f())
    except (AttributeError, ValueError) as error:
        print(type(error).__name__, error)
class Sub(Temp):
    @property
    def c(self):
        return "sub " + str(self._c)
    @Temp.f.getter
    def f(self):
        return "sub f"
s = Sub(1)
print(s.c, s.f, Temp.c.fget(s))
try:
    s.c = 2
except AttributeError as error:
    print(error)
s.__dict__["c"] = "hidden"
print(s.c, s.__dict__)
class WriteOnly:
    def _set(self, v):
        self.v = v
    x = property(None, _set)
w = WriteOnly()
w.x = 5
print(w.v)
try:
    w.x
except AttributeError as error:
    print(error)
class Fallback:
    @property
    def p(self):
        raise AttributeError("inner")
    def __getattr__(self, name):
        return "fallback " + name
print(Fallback().p)
