# map and filter.
print(list(map(str, [1, 2])), list(map(lambda a, b: a + b, [1, 2, 3], [10, 20])), list(map(max, [1, 5], [4, 2], [3, 3])), list(map(None.__class__, [])), list(map(len, ["a", "bb"])), "".join(map(chr, range(97, 100))))
print(list(filter(lambda x: x > 1, [0, 1, 2, 3])), list(filter(None, [0, 1, "", "a"])), "".join(filter(str.isalpha, "a1b2")), list(filter(lambda x: [], [1])), list(filter(bool, {0: 1, 2: 3})))
def show(x):
    print("f", x)
    return x % 2
m = map(show, [1, 2])
print("lazy", type(m).__name__)
print(next(m), next(m), next(m, "end"), iter(m) is m)
f = filter(show, [1, 2, 3])
print(next(f), next(f), next(f, "end"))
for g in (lambda: list(map(5, [1])), lambda: map(str), lambda: map(), lambda: map(str, 5), lambda: filter(None), lambda: filter(None, 5), lambda: list(map(lambda a: a, [1], [2])), lambda: list(filter(5, [1])), lambda: list(map(lambda x: 1 / x, [1, 0]))):
    try:
        print(g())
    except (TypeError, ZeroDivisionError) as error:
        print(type(error).__name__, str(error).replace("<lambda>.", ""))
print(sum(map(int, "12345")), sorted(map(abs, [-3, 1, -2])), list(map(list, ["ab", (1,)])), dict(map(lambda k: (k, k * 2), "ab")), list(map(pow, [2, 3], [3, 2])), list(map(lambda *a: a, "ab", "cd", "ef")), list(map(str.upper, "ab")))
print(list(map(str, [1, 2], strict=True)) if False else "done")
