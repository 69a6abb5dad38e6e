# list, tuple, dict, set, frozenset, str, bytes from many sources.
class K:
    def keys(self): return "ab"
    def __getitem__(self, k): return k.upper()
class I:
    def __iter__(self): return iter((1, 2, 3))
gen = lambda: (x for x in "xy")
print(list(), list("ab"), list((1, 2)), list({1: 2}), list(range(2)), list(gen()), list(I()), list(map(str, [1])), list(b"ab"))
print(tuple(), tuple("ab"), tuple([1]), tuple(gen()), tuple(I()), tuple({"k": 1}))
print(dict(), dict(a=1), dict([("x", 1)]), dict({"q": 2}, r=3), dict(K()), dict([["k", "v"]]), dict(["ab", "cd"]), dict(zip("ab", I())), dict(dict(z=1)), dict({}.items()))
print(set(), set([1, 1, 2]), set(I()), frozenset(), frozenset([3, 1]), sorted(set("hello")), set(range(3)), set({1: 2}), frozenset({1}) == {1})
print(str(), str(1), str("a"), str([1, "x"]), str(None), str(b"a"), str(b"a", "ascii"), str(object=5), str(1.0), str({}), str(...))
print(bytes(2), bytes([65]), bytes("a", "utf-8"), bytes(I()), bytes(b"x"), int(), float(), bool(), object.__name__, slice(1, 2), range(3), int("5"), float("1"))
for f in (lambda: list(1, 2), lambda: tuple(5), lambda: dict(5), lambda: dict([1]), lambda: dict(["abc"]), lambda: set(5), lambda: set([[]]), lambda: str(1, 2), lambda: str(b"a", "nope"), lambda: bytes("a"), lambda: list(x=1), lambda: dict([[[], 1]]), lambda: tuple(1, 2), lambda: frozenset(1)):
    try:
        print(f())
    except (TypeError, ValueError, LookupError) as error:
        print(type(error).__name__, error)
