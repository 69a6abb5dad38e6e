# min and max.
print(min(3, 1, 2), max(3, 1, 2), min([3, 1]), max("hello"), min("b", "a"), max((1, 2), (1, 3)), min({3: 1, 2: 5}), max([1.5, 1, 2]), min(True, 0), max(range(5)))
print(min([], default="d"), max((), default=None), min([1], default=5), max("aBc", key=str.lower), min(["bb", "a"], key=len), max([(1, "b"), (1, "a")], key=lambda p: p[0]), min([(1, "b"), (1, "a")], key=lambda p: p[0]), max(1, 2, key=lambda x: -x), min([3, 1, 2], key=None))
print(max([1, 1.0, True]), min([True, 1.0, 1]), max(0.0, -0.0), min(-0.0, 0.0), max(10**20, 1e20), min("😀", "a"), max([[1], [1, 2]]), max(-5, -3, key=abs))
calls = []
print(max([3, 1, 2], key=lambda x: calls.append(x) or x), calls)
class V:
    def __init__(self, n): self.n = n
    def __lt__(self, o): print("lt", self.n, o.n); return self.n < o.n
    def __gt__(self, o): print("gt", self.n, o.n); return self.n > o.n
print(min(V(2), V(1), V(3)).n, max(V(2), V(1), V(3)).n)
for f in (lambda: min([]), lambda: max(), lambda: min(5), lambda: max(1, "a"), lambda: min(1, 2, default=3), lambda: max([1, None]), lambda: min([1], key=5), lambda: max([1], bad=1), lambda: min(()), lambda: max({})):
    try:
        print(f())
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
