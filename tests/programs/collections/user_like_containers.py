# Containers written by hand that behave like the built-in ones.
class CaseInsensitive:
    def __init__(self, data=()):
        self._d = {}
        for k, v in dict(data).items():
            self[k] = v
    def __setitem__(self, k, v): self._d[k.lower()] = (k, v)
    def __getitem__(self, k): return self._d[k.lower()][1]
    def __delitem__(self, k): del self._d[k.lower()]
    def __contains__(self, k): return k.lower() in self._d
    def __iter__(self): return (k for k, _ in self._d.values())
    def __len__(self): return len(self._d)
    def keys(self): return list(self)
    def __eq__(self, o): return dict(self) == dict(o)
    def __repr__(self): return f"CI({dict(self)})"
c = CaseInsensitive({"Abc": 1, "x": 2})
c["ABC"] = 5
print(c, c["abc"], "X" in c, len(c), list(c), dict(**c), {**c}, c == CaseInsensitive(c))
del c["X"]
try:
    c["nope"]
except KeyError as error:
    print(error, c)
class Matrix:
    def __init__(self, rows): self.rows = [list(r) for r in rows]
    def __getitem__(self, key):
        i, j = key
        if isinstance(i, slice): return Matrix([r[j] if isinstance(j, slice) else [r[j]] for r in self.rows[i]])
        return self.rows[i][j]
    def __setitem__(self, key, v): self.rows[key[0]][key[1]] = v
    def __matmul__(self, o): return Matrix([[sum(a * b for a, b in zip(r, c)) for c in zip(*o.rows)] for r in self.rows])
    def __iter__(self): return iter(self.rows)
    def __repr__(self): return "M" + repr(self.rows)
m = Matrix([[1, 2], [3, 4]])
m[0, 1] = 7
m @= Matrix([[0, 1], [1, 0]])
print(m, m[1, 0], m[:, 0:1], m[0:1, 1], m @ m, [sum(r) for r in m])
class Ring:
    def __init__(self, n): self.items, self.n = [], n
    def push(self, x): self.items = (self.items + [x])[-self.n:]
    def __getitem__(self, i):
        if not self.items: raise IndexError("empty ring")
        return self.items[i % len(self.items)]
    def __len__(self): return len(self.items)
    def __bool__(self): return len(self.items) == self.n
r = Ring(3)
for i in range(5): r.push(i)
print(r.items, r[0], r[4], bool(r), [r[i] for i in range(-1, 4)], bool(Ring(0)), len(r))
try:
    Ring(2)[0]
except IndexError as error:
    print(error)
