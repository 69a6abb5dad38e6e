# itemgetter, attrgetter, methodcaller.
from operator import itemgetter, attrgetter, methodcaller
rows = [("b", 2), ("a", 2), ("c", 1)]
print(sorted(rows, key=itemgetter(1)), sorted(rows, key=itemgetter(1, 0)), itemgetter(0, 2)("abc"), itemgetter("k")({"k": 5}), itemgetter(slice(1, 3))("abcd"), itemgetter(-1)([1, 2]), list(map(itemgetter(0), rows)))
class P:
    def __init__(self, n, child=None): self.n, self.child = n, child
    def scale(self, k, plus=0): return self.n * k + plus
    def __repr__(self): return f"P{self.n}"
p = P(1, P(2, P(3)))
print(attrgetter("n")(p), attrgetter("child.n")(p), attrgetter("n", "child.child.n")(p), sorted([P(3), P(1)], key=attrgetter("n")), attrgetter("__class__.__name__")(p))
print(methodcaller("scale", 10)(p), methodcaller("scale", 10, plus=1)(p), list(map(methodcaller("upper"), "ab")), methodcaller("split", ",")("a,b"), methodcaller("replace", "a", "b", 1)("aa"))
print(itemgetter(1), itemgetter(1, 2), attrgetter("a.b"), methodcaller("m", 1, k=2), type(itemgetter(0)).__name__)
for f in (lambda: itemgetter(), lambda: itemgetter(5)([1]), lambda: itemgetter("x")({}), lambda: attrgetter("q")(p), lambda: attrgetter(5), lambda: methodcaller(), lambda: methodcaller("nope")(p), lambda: methodcaller(5), lambda: itemgetter(0)(5), lambda: attrgetter("child.zz")(p)):
    try:
        print(f())
    except (TypeError, IndexError, KeyError, AttributeError) as error:
        print(type(error).__name__, error)
