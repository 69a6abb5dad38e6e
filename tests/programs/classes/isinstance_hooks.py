# __instancecheck__, __subclasscheck__, __class__ as a property.
class Even(type):
    def __instancecheck__(cls, x): print("instancecheck", x); return isinstance(x, int) and x % 2 == 0
    def __subclasscheck__(cls, c): print("subclasscheck", c.__name__); return c is bool
class E(metaclass=Even): pass
print(isinstance(4, E), isinstance(3, E), isinstance("a", (str, E)), isinstance(2.5, (str, E)), issubclass(bool, E), issubclass(str, E), isinstance(E(), E))
class Liar:
    @property
    def __class__(self): return int
l = Liar()
print(isinstance(l, int), isinstance(l, Liar), type(l).__name__, l.__class__)
print(isinstance(None, type(None)), isinstance(int, type), isinstance(type, object), issubclass(type, object), isinstance(object, type), issubclass(int, object), isinstance(len, type(print)), isinstance(..., type(...)))
class A: pass
class B(A): pass
print(isinstance(B(), A), issubclass(A, B), issubclass(B, (int, A)), isinstance(B(), ()), A in B.__mro__)
try:
    raise B
except TypeError as error:
    print(error)
class X(Exception, metaclass=Even): pass
try:
    raise X("caught by the real type")
except X as error:
    print(error)
