# Which operand is asked first, and NotImplemented.
class A:
    def __add__(self, o): print("A.add"); return NotImplemented
    def __radd__(self, o): print("A.radd"); return "A.radd result"
class B:
    def __add__(self, o): print("B.add"); return NotImplemented
    def __radd__(self, o): print("B.radd"); return "B.radd result"
class C(A):
    def __radd__(self, o): print("C.radd"); return "C.radd result"
class D(A):
    pass
for x, y in ((A(), B()), (B(), A()), (A(), C()), (C(), A()), (A(), D()), (1, A()), ("s", A()), ([], A())):
    print(type(x).__name__, type(y).__name__)
    print(x + y)
for f in (lambda: A() + 1, lambda: A() + A(), lambda: A() - 1, lambda: 1 - A(), lambda: A() + A.__new__(A)):
    try:
        print(f())
    except TypeError as error:
        print(error)
class Num(int):
    def __add__(self, o): return "Num.add"
    def __radd__(self, o): return "Num.radd"
    def __mul__(self, o): return NotImplemented
    def __rmul__(self, o): return NotImplemented
print(Num(1) + 1, 1 + Num(1), Num(1) + Num(2), 1.5 + Num(1))
try:
    print(Num(2) * 3)
except TypeError as error:
    print(error)
class P:
    def __pow__(self, e, m=None): return ("pow", e, m)
    def __rpow__(self, b, m=None): return ("rpow", b, m)
print(P() ** 2, pow(P(), 2), pow(P(), 2, 3), 2 ** P(), pow(2, P()))
n = NotImplemented
print(n, type(n).__name__, n is NotImplemented)
try:
    bool(n)
except TypeError as error:
    print(error)
a = A()
a.__add__ = lambda o: "instance"
print((lambda: a + B())())
class S:
    def __radd__(self, o): return ("S", o)
    def __rmod__(self, o): return ("rmod", o)
    def __rmul__(self, o): return ("rmul", o)
print("x" + S(), [1] + S(), (1,) + S(), "fmt" % S() if False else "-", 5 % S(), [1] * S(), "ab" * S())
