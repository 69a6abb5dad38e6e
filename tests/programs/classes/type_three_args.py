# type() with one and three arguments, classes as values.
def init(self, x): self.x = x
C = type("C", (), {"__init__": init, "double": lambda self: self.x * 2, "const": 5})
D = type("D", (C,), {"__doc__": "doc of D", "double": lambda self: super(D, self).double() + 1})
print(C, D, C(4).double(), D(4).double(), D.const, D.__doc__, D.__bases__, C.__name__, type(C), type(type), D.__mro__[1] is C, C.__doc__)
C.__name__ = "Renamed"
print(C, C.__name__, C.__qualname__, C(1).__class__.__name__)
C.__qualname__ = "Some.Where"
print(C)
classes = {"int": int, "list": list, "C": C}
print(classes["int"]("5"), classes["list"]("ab"), [k for k in classes], isinstance(5, (str, (int, float))), issubclass(bool, (str, int)))
class A:
    def who(self): return "A"
class B:
    def who(self): return "B"
a = A()
a.__class__ = B
print(a.who(), type(a).__name__, isinstance(a, A))
for f in (lambda: setattr(a, "__class__", 5), lambda: setattr(a, "__class__", int), lambda: type(), lambda: type("X", (), 5), lambda: type("X", 5, {}), lambda: type(5, (), {}), lambda: isinstance(1, 5), lambda: issubclass(1, int), lambda: issubclass(int, "x"), lambda: type("X", (5,), {}), lambda: isinstance(1, (int, 5)), lambda: isinstance(1, ("x",)), lambda: setattr(5, "__class__", bool)):
    try:
        print(f())
    except TypeError as error:
        print(error)
def factory(base, **attrs):
    class Made(base):
        pass
    for k, v in attrs.items():
        setattr(Made, k, v)
    return Made
M = factory(A, who=lambda self: "made")
print(M().who(), M, M is factory(A), factory(dict)(a=1), type(factory(int)(3) + 1))
