# A subclass of str.
class Name(str):
    def __new__(cls, value, extra=None):
        self = super().__new__(cls, value.title())
        self.extra = extra
        return self
    def shout(self):
        return self.upper() + "!"
    def __repr__(self):
        return f"Name({str.__repr__(self)})"
n = Name("john smith", extra=5)
print(n, repr(n), n.extra, n.shout(), len(n), n[0], type(n).__name__, isinstance(n, str))
print(type(n.upper()).__name__, type(n + "x").__name__, type(n[:2]).__name__, type(n[:]).__name__, type(str(n)).__name__, type(n * 1).__name__)
print(n == "John Smith", hash(n) == hash("John Smith"), {n: 1}["John Smith"], n in {"John Smith"}, n < "K", f"{n:>12} {n!r}")
print("-".join([n, Name("b")]), "%s" % n, sorted([Name("z"), "a", Name("m")]), n.split(), n.__dict__)
class Weird(str):
    def __eq__(self, other):
        return True
    __hash__ = str.__hash__
    def __str__(self):
        return "weird"
    def __len__(self):
        return 99
w = Weird("abc")
print(w == "zzz", "zzz" == w, str(w), len(w), bool(Weird("")), f"{w}", w[1], "".join([w]))
