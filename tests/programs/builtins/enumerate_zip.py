# enumerate and zip.
print(list(enumerate("abc")), list(enumerate("ab", 5)), list(enumerate([], 1)), list(enumerate("x", start=-1)), list(enumerate("ab", 2**63 - 1)), dict(enumerate("ab")))
e = enumerate("ab")
print(next(e), next(e), next(e, "end"), iter(e) is e, type(e).__name__)
print(list(zip()), list(zip("ab")), list(zip("ab", [1, 2, 3])), list(zip("ab", (1, 2), range(5))), list(zip("", "a")), dict(zip("ab", [1, 2])), list(zip(*[(1, "a"), (2, "b")])))
z = zip("ab", [1])
print(next(z), next(z, "end"), iter(z) is z)
a, b = iter("abcd"), iter([1, 2])
print(list(zip(b, a)), list(a), "one item of the longer was kept")
a, b = iter("abcd"), iter([1, 2])
print(list(zip(a, b)), list(a))
print(list(zip("ab", "cd", strict=True)))
it = iter(range(6))
print(list(zip(it, it, it)), [i * x for i, x in enumerate([3, 4, 5])])
for f in (lambda: list(zip("ab", "c", strict=True)), lambda: list(zip("a", "bc", strict=True)), lambda: list(zip("a", "b", "", strict=True)), lambda: zip(5), lambda: zip("a", 5), lambda: enumerate(5), lambda: enumerate(), lambda: enumerate("a", "b"), lambda: zip("a", bad=1), lambda: enumerate("a", 1.5)):
    try:
        print(f())
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
for i, (x, y) in enumerate(zip("ab", "cd"), 1):
    print(i, x, y)
