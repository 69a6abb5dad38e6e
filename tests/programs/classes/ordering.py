# Rich comparison, reflected, NotImplemented.
class V:
    def __init__(self, n): self.n = n
    def __lt__(self, o): print("lt", self.n); return self.n < o.n if isinstance(o, V) else NotImplemented
    def __le__(self, o): print("le", self.n); return self.n <= o.n if isinstance(o, V) else NotImplemented
    def __repr__(self): return f"V{self.n}"
a, b = V(1), V(2)
print(a < b, a > b, a <= b, a >= b)
print(sorted([V(3), V(1), V(2)]), max(a, b), min([b, a]))
for f in (lambda: a < 5, lambda: 5 > a, lambda: a >= 1, lambda: a < None):
    try:
        print(f())
    except TypeError as error:
        print(error)
class Base:
    def __lt__(self, o): print("Base.lt"); return "base lt"
    def __gt__(self, o): print("Base.gt"); return "base gt"
class Sub(Base):
    def __gt__(self, o): print("Sub.gt"); return "sub gt"
print(Base() < Base(), Base() < Sub(), Sub() < Base(), Base() > Sub(), Sub() > Base())
class Weird:
    def __lt__(self, o): return [1]
    def __gt__(self, o): return []
print(Weird() < 1, Weird() > 1, 1 < Weird(), sorted([Weird(), Weird()]) is not None)
class OnlyGt:
    def __init__(self, n): self.n = n
    def __gt__(self, o): return self.n > o.n
print(sorted([OnlyGt(2), OnlyGt(1)])[0].n, OnlyGt(1) < OnlyGt(2))
class Raises:
    def __eq__(self, o): raise ValueError("eq")
    def __lt__(self, o): raise ValueError("lt")
for f in (lambda: Raises() == 1, lambda: 1 == Raises(), lambda: Raises() in [1], lambda: sorted([Raises(), Raises()]), lambda: Raises() != 1, lambda: [Raises()] == [1], lambda: (1, Raises()) < (1, 2)):
    try:
        print(f())
    except ValueError as error:
        print(error)
