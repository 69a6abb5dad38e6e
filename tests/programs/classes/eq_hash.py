# __eq__, __ne__, __hash__ and containers.
class P:
    def __init__(self, x, y):
        self.x, self.y = x, y
    def __eq__(self, other):
        if not isinstance(other, P):
            return NotImplemented
        return (self.x, self.y) == (other.x, other.y)
    def __hash__(self):
        return hash((self.x, self.y))
    def __repr__(self):
        return f"P({self.x}, {self.y})"
a, b, c = P(1, 2), P(1, 2), P(3, 4)
print(a == b, a != b, a == c, a != c, a == 5, 5 == a, a != None, a is b, hash(a) == hash(b), len({a, b, c}), {a: "v"}[b], a in [b], [a, c].index(P(3, 4)))
class OnlyEq:
    def __eq__(self, other): return True
print(OnlyEq() == 1, OnlyEq() != 1, 1 == OnlyEq(), OnlyEq.__hash__)
class SubOnly(OnlyEq):
    __hash__ = object.__hash__
print(isinstance(hash(SubOnly()), int), SubOnly() == SubOnly())
class Ne:
    def __eq__(self, other): print("eq"); return False
    def __ne__(self, other): print("ne"); return "ne result"
print(Ne() == 1, Ne() != 1, not (Ne() == 2), 1 != Ne())
class Odd:
    def __eq__(self, other): return "truthy"
    __hash__ = None
print(Odd() == 1, Odd() != 1, [Odd()] == [5], Odd() in [1])
for f in (lambda: hash(OnlyEq()), lambda: hash(Odd()), lambda: {OnlyEq(): 1}, lambda: {Odd()}):
    try:
        f()
    except TypeError as error:
        print(error)
class A:
    def __eq__(self, other): print("A.eq"); return NotImplemented
class B:
    def __eq__(self, other): print("B.eq"); return NotImplemented
class C(A):
    def __eq__(self, other): print("C.eq"); return NotImplemented
print(A() == B(), A() == C(), C() == A(), A() != B())
x = object()
print(x == x, x == object(), x != x, hash(x) == hash(x), object.__eq__(x, x), object.__eq__(x, 5), object.__ne__(x, 5), x.__eq__(x))
