# Classes changed while their instances and subclasses are used.
class A:
    def who(self):
        return "A"


class B:
    def who(self):
        return "B"


class C(A):
    pass


c = C()
print(c.who())
C.__bases__ = (B,)
print(c.who(), C.__mro__[1].__name__)
try:
    B.__bases__ = (C,)
except TypeError as e:
    print(e)
C.__bases__ = (A, B)
print(c.who())
del A.who
print(c.who())
B.who = lambda self: "new B"
print(c.who())
C.__eq__ = lambda self, other: "equal"
print(c == 1)
del C.__eq__
print(c == 1)
C.__len__ = lambda self: 0
print(bool(c), len(c))
C.__getattr__ = lambda self, name: name.upper()
print(c.anything)
C.__getattribute__ = lambda self, name: "caught " + name
print(c.who, c.x)
del C.__getattribute__, C.__getattr__
C.__call__ = lambda self, x: x * 2
print(c(21))
C.__class_getitem__ = classmethod(lambda cls, i: i)
print(C[5])
C.__name__ = "Renamed"
print(type(c).__name__, C.__qualname__)
try:
    c.__class__ = int
except TypeError as e:
    print(e)
