# len, sum, round.
print(len(""), len("abc"), len([1]), len((1, 2)), len({1: 2}), len({1, 2}), len(range(10)), len(b"ab"), len("é😀"), len(range(0, 10, 3)), len({}.items()), len(frozenset()))
class L:
    def __len__(self): return 5
print(len(L()), len([L()]))
print(sum([]), sum([1, 2]), sum([1.5, 2]), sum([], 5), sum([1], start=10), sum({1: 2, 3: 4}), sum(range(5)), sum([True, True]), sum([[1], [2]], [0]), sum((0.1,) * 3), sum([1, 0.5, True]), sum([2**62, 2**62]))
class Add:
    def __init__(self, v): self.v = v
    def __add__(self, o): return Add(self.v + (o.v if isinstance(o, Add) else o))
    def __radd__(self, o): return Add(self.v + o)
print(sum([Add(1), Add(2)]).v, sum([Add(1)], Add(5)).v)
print(round(2.5), round(3.5), round(-2.5), round(2.567, 2), round(1234, -2), round(5), round(1e16), round(2.5, 0), round(True), round(0.15, 1), round(25, -1), round(35, -1))
for f in (lambda: len(5), lambda: len(), lambda: len(None), lambda: len(x for x in ()), lambda: sum(5), lambda: sum(["a"]), lambda: sum(["a"], ""), lambda: sum([b"a"], b""), lambda: sum(), lambda: sum([[]]), lambda: round("a"), lambda: round(), lambda: round(1, "a"), lambda: sum([1, None])):
    try:
        print(f())
    except TypeError as error:
        print(error)
