# Descriptors: data, non-data, precedence, __set_name__.
class Data:
    def __set_name__(self, owner, name):
        print("set_name", owner.__name__, name)
        self.name = name
    def __get__(self, obj, owner=None):
        if obj is None:
            return self
        print("get", self.name, type(obj).__name__, owner.__name__)
        return obj.__dict__.get("_" + self.name, "unset")
    def __set__(self, obj, value):
        print("set", self.name, value)
        obj.__dict__["_" + self.name] = value
    def __delete__(self, obj):
        print("delete", self.name)
        obj.__dict__.pop("_" + self.name)
class NonData:
    def __get__(self, obj, owner=None): return "nondata", obj is None
class A:
    d = Data()
    e = Data()
    n = NonData()
a = A()
print(a.d)
a.d = 5
a.d += 1
print(a.d, a.__dict__, A.d is A.__dict__["d"], a.n, A.n)
a.__dict__["n"] = "instance wins"
a.__dict__["d"] = "instance loses"
print(a.n, a.d)
del a.d
print(a.d)
class B(A):
    d = "plain"
b = B()
b.d = 1
print(b.d, B.d, b.__dict__)
class ReadOnly:
    def __get__(self, obj, owner): return 42
    def __set__(self, obj, value): raise AttributeError("read only")
class C:
    r = ReadOnly()
    s = staticmethod(lambda: 1)
try:
    C().r = 1
except AttributeError as error:
    print(error, C().r, C.r)
C.r = "replaced"
print(C.r, C().r)
class OnlySet:
    def __set__(self, obj, value): obj.__dict__["o"] = ("set", value)
class D:
    o = OnlySet()
x = D()
print(type(x.o).__name__)
x.o = 1
print(x.o)
try:
    del x.o
except AttributeError as error:
    print(error)
class Lazy:
    def __init__(self, f): self.f = f
    def __get__(self, obj, owner):
        print("compute")
        value = obj.__dict__[self.f.__name__] = self.f(obj)
        return value
class E:
    @Lazy
    def v(self): return 99
e = E()
print(e.v, e.v)
late = Data()
late.name = "late"
E.late = late
print(e.late)
