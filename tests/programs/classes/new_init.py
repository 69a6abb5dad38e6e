# __new__ and __init__.
class A:
    def __new__(cls, *args, **kw):
        print("new", cls.__name__, args, kw)
        return super().__new__(cls)
    def __init__(self, *args, **kw):
        print("init", args, kw)
a = A(1, k=2)
class Other:
    def __new__(cls):
        return 5
    def __init__(self):
        print("never")
print(Other())
class Single:
    _one = None
    def __new__(cls):
        if cls._one is None:
            cls._one = super().__new__(cls)
        return cls._one
    def __init__(self):
        print("init again")
print(Single() is Single())
class Sub(A):
    def __init__(self, x):
        super().__init__(x, sub=True)
Sub(3)
class Ret:
    def __init__(self):
        return 5
class P(int):
    def __new__(cls, v, unit):
        self = super().__new__(cls, v * 2)
        self.unit = unit
        return self
    def __init__(self, v, unit):
        print("init", int(self), v, unit)
p = P(4, "m")
print(p, p + 1, type(p + 1).__name__, p.unit, p.__dict__)
class OnlyNew:
    def __new__(cls, x):
        return object.__new__(cls)
class OnlyInit:
    def __init__(self, x):
        self.x = x
print(type(OnlyNew(1)).__name__, OnlyInit(2).x)
for f in (Ret, OnlyNew, OnlyInit, lambda: OnlyInit(1, 2), lambda: object(1), lambda: object.__new__(5), lambda: object.__new__(), lambda: object.__new__(int), lambda: OnlyNew(1).__init__(5, 6)):
    try:
        print(type(f()).__name__)
    except TypeError as error:
        print(error)
bare = A.__new__(A)
print(type(bare).__name__, bare.__dict__)
a.__init__("again")
