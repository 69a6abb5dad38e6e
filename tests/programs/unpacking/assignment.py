# Unpacking in assignments.
a, b = 1, 2
a, b = b, a
(c, d), e = (3, 4), 5
[f, g] = "xy"
h, *i = range(5)
*j, k = [1, 2, 3]
l, *m, n = "hello"
o, *p = [1]
(q, *r), s = [[1, 2, 3], 4]
*t, = (7, 8)
u = v = w = [1]
x, (y, (z, *zz)) = 1, (2, (3, 4, 5))
print(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u is w, x, y, z, zz)
() = []
[] = ()
items = [0, 1, 2]
i = 0
i, items[i] = 2, "set"
print(i, items)
class O:
    pass
O.a, O.b, *O.c = 1, 2, 3, 4
print(O.a, O.b, O.c)
d = {}
d["x"], d["y"] = d["z"] = "pq"
print(d)
for x, (y, *z) in [(1, (2, 3, 4)), (5, "ab")]:
    print(x, y, z)
for k, v in {"a": 1}.items():
    print(k, v)
a, b = {1: "x", 2: "y"}
print(a, b)
print([x + y for x, y in [(1, 2), (3, 4)]], {k: v for k, v in zip("ab", (1, 2))})
