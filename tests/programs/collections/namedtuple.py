# namedtuple.
from collections import namedtuple
P = namedtuple("P", ["x", "y"])
p = P(1, y=2)
print(p, p.x, p[1], p == (1, 2), len(p), p._asdict(), p._replace(x=10), P._fields, P._make([5, 6]), P.__name__, isinstance(p, tuple), hash(p) == hash((1, 2)))
x, y = p
print(x, y, [*p], p + (3,), max(P(1, 5), P(2, 0)), sorted([P(2, 1), P(1, 9)]), {p: "v"}[1, 2], p._replace(), P.x.__doc__, P.__doc__)
Q = namedtuple("Q", "a b c", defaults=[30])
print(Q(1, 2), Q(1, 2, 3), Q._field_defaults, Q(b=1, a=0), namedtuple("R", "x, y")(1, 2), namedtuple("E", [])(), namedtuple("S", "a class def a", rename=True)._fields)
class V(namedtuple("V", "x y")):
    __slots__ = ()
    @property
    def norm(self): return (self.x ** 2 + self.y ** 2) ** 0.5
    def __add__(self, o): return V(self.x + o.x, self.y + o.y)
v = V(3, 4)
print(v, v.norm, v + V(1, 1), type(v._replace(x=0)).__name__, v.__class__.__mro__[1].__name__)
for f in (lambda: P(1), lambda: P(1, 2, 3), lambda: P(1, z=2), lambda: namedtuple("Z", "a a"), lambda: namedtuple("Z", "1a"), lambda: namedtuple("Z", "class"), lambda: namedtuple("Z", "_a"), lambda: namedtuple("1Z", "a"), lambda: p.z, lambda: setattr(p, "x", 5), lambda: p._replace(q=1), lambda: P._make([1]), lambda: namedtuple("Z", "a", defaults=[1, 2]), lambda: setattr(p, "new", 1)):
    try:
        print(f())
    except (TypeError, ValueError, AttributeError) as error:
        print(type(error).__name__, error)
print([P(*pair) for pair in zip("ab", [1, 2])], "%s %s" % p, f"{p.x}-{p.y} {p}", p.count(1), p.index(2))
