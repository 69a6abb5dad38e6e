# sorted and reversed.
print(sorted([3, 1, 2]), sorted("hello"), sorted({"b": 1, "a": 2}), sorted((5, 4)), sorted([1, 2], reverse=True), sorted(["b", "A", "c"], key=str.lower), sorted([]), sorted(x for x in (2, 1)), sorted({3, 1}))
print(list(reversed([1, 2, 3])), "".join(reversed("abc")), list(reversed(range(3))), list(reversed((1, 2))), list(reversed({"a": 1, "b": 2})), list(reversed([])), type(reversed([])).__name__, type(reversed("a")).__name__, type(reversed(range(1))).__name__)
r = reversed([1, 2])
print(next(r), next(r), next(r, "end"), iter(r) is r)
class S:
    def __len__(self): return 3
    def __getitem__(self, i): print("item", i); return i * 10
class R:
    def __reversed__(self): return "anything"
print(list(reversed(S())), reversed(R()))
a = [1, 2, 3]
r = reversed(a)
a.append(4)
print(next(r), list(r))
for f in (lambda: reversed({1}), lambda: reversed(5), lambda: reversed(iter([])), lambda: reversed(), lambda: sorted(), lambda: sorted(1), lambda: sorted([1, "a"]), lambda: sorted([1], reverse="x"), lambda: sorted([1], bad=1), lambda: reversed(x for x in ())):
    try:
        print(f())
    except TypeError as error:
        print(error)
print(sorted([0.5, -1, True, 10**20]), sorted([(2, "a"), (1, "z"), (1, "a")], key=lambda t: (-t[0], t[1])), sorted(sorted(["bb", "a", "cc"]), key=len, reverse=True))
