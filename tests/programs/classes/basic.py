# Classes, instances, attributes.
class A:
    """Doc."""
    shared = []
    count = 0
    def __init__(self, x, y=2):
        self.x = x
        self.y = y
        A.count += 1
    def sum(self):
        return self.x + self.y
    def chain(self):
        self.x += 1
        return self
a, b = A(1), A(5, 6)
print(a.sum(), b.sum(), A.count, a.count, a.chain().chain().x, A.__name__, A.__doc__, a.__doc__, A.__module__, A.__qualname__, a.__class__ is A, type(a) is A)
a.shared.append(1)
b.shared = "own"
print(A.shared, a.shared, b.shared, a.__dict__, b.__dict__)
a.count += 10
print(a.count, A.count, b.count)
A.later = lambda self: "later " + str(self.x)
print(a.later(), hasattr(a, "later"), hasattr(a, "nope"), getattr(a, "nope", "default"), isinstance(a, A), isinstance(5, A))
del A.shared, b.shared
try:
    b.shared
except AttributeError as error:
    print(error)
try:
    A.nope
except AttributeError as error:
    print(error)
try:
    a.sum.x = 1
except AttributeError as error:
    print(error)
class Empty:
    pass
e = Empty()
e.a, e.b = 1, 2
print(vars(e), Empty.__bases__, Empty.__mro__, type(Empty).__name__, type(e).__name__, Empty, e == e, e != Empty(), e == 1)
class Nested:
    class Inner:
        v = 1
        class Deep: pass
    inner = Inner()
print(Nested.Inner.v, Nested.inner.v, Nested.Inner.__qualname__, Nested.Inner.Deep, Nested.Inner.Deep.__name__)
