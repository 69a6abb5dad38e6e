# __len__, __getitem__, __setitem__, __delitem__, __contains__, __missing__ is dict's.
class Seq:
    def __init__(self, *items): self.items = list(items)
    def __len__(self): return len(self.items)
    def __getitem__(self, i):
        if isinstance(i, slice):
            return Seq(*self.items[i])
        print("get", i)
        return self.items[i]
    def __setitem__(self, i, v): print("set", i, v); self.items[i] = v
    def __delitem__(self, i): print("del", i); del self.items[i]
    def __repr__(self): return f"Seq{tuple(self.items)}"
s = Seq("a", "b", "c")
print(len(s), s[0], s[-1], s[1:], bool(Seq()), bool(s))
s[1] = "B"
del s[0]
print(s, "c" in s, "zz" in s)
for x in s:
    print("loop", x)
print(list(s), [*s], tuple(s), sorted(s), "-".join(s), max(s), list(reversed(s)), list(enumerate(s)), list(zip(s, s)))
a, b = s
print(a, b)
class Contains:
    def __contains__(self, x): print("contains", x); return x > 5
print(6 in Contains(), 1 in Contains(), 1 not in Contains())
class ByIter:
    def __iter__(self): return iter([1, 2, 3])
print(2 in ByIter(), 9 in ByIter(), list(ByIter()), sum(ByIter()), [*ByIter()])
class No:
    __contains__ = None
    __iter__ = None
    def __getitem__(self, i): return i
for f in (lambda: 1 in No(), lambda: iter(No()), lambda: list(No()), lambda: len(No()), lambda: No()[1], lambda: No().__len__, lambda: reversed(No()), lambda: del_item(No())):
    try:
        print(f())
    except (TypeError, AttributeError, NameError) as error:
        print(type(error).__name__, error)
class Len:
    def __init__(self, n): self.n = n
    def __len__(self): return self.n
for n in (3, True, -1, 1.5, "a", 10**30):
    try:
        print(len(Len(n)), bool(Len(n)))
    except (TypeError, ValueError, OverflowError) as error:
        print(type(error).__name__, error)
class Rev:
    def __reversed__(self): return iter("rev")
    def __len__(self): return 1
print(list(reversed(Rev())))
