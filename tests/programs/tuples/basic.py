# Tuples.
t = (1, "a", None, (2, 3))
print(t, len(t), t[0], t[-1], t[1:3], t[::-1], (), (1,), 1, (1, 2) + (3,), (0,) * 3, tuple("abc"), tuple([1, 2]), tuple(), tuple(t) is t)
print((1, 2) == (1, 2), (1, 2) < (1, 3), (1,) < (1, 0), () < (0,), (1, 2) == [1, 2], 2 in (1, 2), hash((1, 2)) == hash((1, 2)), (1, 2).count(1), ("a", "b").index("b"))
a = 1, 2
b = 3,
print(a, b, type(b).__name__, (a, b), ((1)), ((1),))
print(t[:], t[:] is t, t + () is t, t[1:] + (5,), bool(()), bool((0,)), repr(("x",)), str((1.0, True)), max((3, 1)), sorted((2, 1)))
d = {(1, 2): "p", (): "e"}
print(d[(1, 2)], d[1, 2], d[()])
for f in (lambda: t[9], lambda: t["a"], lambda: hash((1, [2])), lambda: t.index("z"), lambda: t + [1], lambda: tuple(5), lambda: (1,) < ("a",), lambda: t.append(1)):
    try:
        print(f())
    except (IndexError, TypeError, ValueError, AttributeError) as error:
        print(type(error).__name__, error)
try:
    t[0] = 5
except TypeError as error:
    print(error)
try:
    del t[0]
except TypeError as error:
    print(error)
class P(tuple):
    def __new__(cls, x, y):
        return super().__new__(cls, (x, y))
    x = property(lambda self: self[0])
print(P(1, 2), P(1, 2).x, P(1, 2) == (1, 2), type(P(1, 2) + (3,)).__name__, len(P(3, 4)), isinstance(P(1, 2), tuple))
