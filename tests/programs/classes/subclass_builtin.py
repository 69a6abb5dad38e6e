# Subclasses of int, float, list, tuple, set.
class L(list):
    def __init__(self, *a):
        super().__init__(a)
        self.tag = "t"
    def append(self, x):
        print("append", x)
        super().append(x * 2)
    def __getitem__(self, i):
        r = super().__getitem__(i)
        return ("got", r)
l = L(1, 2)
l.append(3)
l += [4]
l.extend([5])
print(l, l[0], l[1:2], l.tag, len(l), sorted(l), [x for x in l], l == [1, 2, 6, 4, 5], type(l + [1]).__name__, type(l.copy()).__name__, isinstance(l, list), l.__dict__)
class I(int):
    def __add__(self, o): return I(int(self) + o + 100)
    def __repr__(self): return f"I<{int(self)}>"
    def extra(self): return self * 2
i = I(5)
print(i, i + 1, 1 + i, i * 2, type(i * 2).__name__, type(-i).__name__, i.extra(), [10, 20, 30, 40, 50, 60][i], i == 5, hash(i) == hash(5), {5: "five"}[i], f"{i} {i:03d} {i!r}", str(i), "%d" % i, range(i), bool(I(0)), I("7"), I("ff", 16), I())
i.attr = "a"
print(i.attr, int(i), type(int(i)).__name__, isinstance(i, int), sorted([I(3), 1, I(2)]), sum([I(1), I(2)]), max(I(1), 2))
class F(float):
    def __str__(self): return "F:" + super().__str__()
f = F(1.5)
print(f, repr(f), f + 1, type(f + 1).__name__, f"{f}", f"{f:.2f}", f == 1.5, round(f), int(f), F("2.5"))
class S(set):
    def add(self, x): super().add(x + 1)
s = S([1])
s.add(5)
print(s, 6 in s, type(s | {9}).__name__, type(s.copy()).__name__, len(s), s == {1, 6})
class T(tuple):
    def __new__(cls, *a): return super().__new__(cls, a)
    def __repr__(self): return "T" + super().__repr__()
t = T(1, 2)
print(t, t[0], t + (3,), type(t[:]).__name__, {t: 1}[(1, 2)], hash(t) == hash((1, 2)), t == (1, 2), (1, 2) == t, len(t), [*t])
class Fz(frozenset): pass
print(Fz([1]), Fz([1]) == {1}, type(Fz([1]) | {2}).__name__)
