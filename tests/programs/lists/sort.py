# sort and sorted: stable, key, reverse, errors.
a = [5, 2, 8, 1, 9, 3]
print(a.sort(), a)
a.sort(reverse=True)
print(a, sorted(a), sorted("hello"), sorted({3: 1, 1: 2}), sorted((2, 1)), sorted([]))
words = ["banana", "kiwi", "apple", "fig", "date", "cherry", "Elder"]
print(sorted(words), sorted(words, key=len), sorted(words, key=len, reverse=True), sorted(words, key=str.lower), sorted(words, key=lambda w: (-len(w), w)))
pairs = [(1, "b"), (0, "z"), (1, "a"), (0, "a"), (2, "m")]
print(sorted(pairs), sorted(pairs, key=lambda p: p[0]), sorted(pairs, key=lambda p: p[0], reverse=True), sorted(pairs, key=lambda p: p[1]))
n = [(i * 7919) % 1009 for i in range(200)]
n.sort()
print(n[:10], n[-5:], all(x <= y for x, y in zip(n, n[1:])))
n.sort(key=lambda x: x % 10)
print(n[:30])
print(sorted([1.5, 1, True, 0, -2]), sorted([[2, 1], [1, 5], [1]]), sorted(["b", "a"], key=None))
for f in (lambda: sorted([1, "a"]), lambda: [1, None].sort(), lambda: sorted([1], lambda x: x), lambda: sorted(5), lambda: sorted([1], key=5), lambda: [1, 2].sort(len), lambda: sorted([1, 2], key=len)):
    try:
        f()
    except TypeError as error:
        print(error)
class Item:
    def __init__(self, v):
        self.v = v
    def __lt__(self, other):
        return self.v < other.v
    def __repr__(self):
        return f"I{self.v}"
print(sorted([Item(3), Item(1), Item(2)]), sorted([Item(3), Item(1)], reverse=True), max(Item(1), Item(5), key=lambda i: i.v))
