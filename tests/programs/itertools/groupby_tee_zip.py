# groupby, tee, zip_longest.
from itertools import groupby, tee, zip_longest, islice
print([(k, list(g)) for k, g in groupby("aabbbca")], [(k, len(list(g))) for k, g in groupby([1, 1, 2, 3, 3], key=lambda x: x % 2)], [k for k, _ in groupby([])], [k for k, g in groupby("AaBb", str.lower)])
words = sorted(["apple", "bob", "cat", "ant", "bee"], key=lambda w: w[0])
print({k: list(g) for k, g in groupby(words, key=lambda w: w[0])})
g = groupby("aab")
k1, g1 = next(g)
print(k1, next(g1))
k2, g2 = next(g)
print(k2, list(g1), list(g2), next(g, "end"))
a, b = tee([1, 2, 3])
print(next(a), next(a), next(b), list(a), list(b))
x, y, z = tee(iter("ab"), 3)
print(list(x), list(y), next(z), list(z), tee([], 0), len(tee("a", 4)))
def source():
    for i in range(3):
        print("produce", i)
        yield i
p, q = tee(source())
print(next(p), next(q), next(p), list(q), list(p))
print(list(zip_longest("abc", [1])), list(zip_longest("a", "bcd", fillvalue="-")), list(zip_longest()), list(zip_longest([], [1])), list(zip_longest("ab", (1, 2, 3), range(1), fillvalue=None)))
def pairs(it):
    first, second = tee(it)
    next(second, None)
    return zip(first, second)
print(list(pairs("abcd")), list(islice(pairs(range(100)), 2)))
for f in (lambda: tee([], -1), lambda: tee(5), lambda: groupby(5), lambda: zip_longest(5), lambda: zip_longest("a", bad=1), lambda: list(groupby([1], 5))):
    try:
        print(f())
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
