# Keys with their own __hash__ and __eq__.
class Key:
    def __init__(self, n, h):
        self.n, self.h = n, h
    def __hash__(self):
        print("hash", self.n)
        return self.h
    def __eq__(self, other):
        print("eq", self.n, other.n if isinstance(other, Key) else other)
        return isinstance(other, Key) and self.n == other.n
    def __repr__(self):
        return f"K{self.n}"
a, b, c = Key(1, 5), Key(2, 5), Key(1, 5)
d = {a: "a"}
d[b] = "b"
print(d)
print(d[c])
print(d.get(Key(3, 5)), d.get(Key(1, 6)))
d[c] = "new"
print(d)
del d[Key(2, 5)]
print(d, a in d)
class Bad:
    def __hash__(self):
        raise ValueError("no hash")
class NotInt:
    def __hash__(self):
        return "x"
class Unhashable:
    def __eq__(self, other):
        return True
for k in (Bad(), NotInt(), Unhashable()):
    try:
        d[k] = 1
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)
print(Unhashable.__hash__, {Key(9, -1): 1}, hash(Key(0, 2**61 - 1)), hash(Key(0, -1)), hash(Key(0, 2**70)))
