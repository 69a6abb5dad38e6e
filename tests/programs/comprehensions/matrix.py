# Comprehensions in ordinary use.
m = [[1, 2, 3], [4, 5, 6]]
n = [[1, 0], [0, 1], [2, 2]]
print([[sum(a * b for a, b in zip(row, col)) for col in zip(*n)] for row in m])
print([[row[i] for row in m] for i in range(3)], [x for row in m for x in row], [[int(i == j) for j in range(4)] for i in range(4)])
text = "the quick brown fox jumps over the lazy dog the end"
words = text.split()
print({w: words.count(w) for w in sorted(set(words)) if words.count(w) > 1}, {len(w): [v for v in words if len(v) == len(w)][:2] for w in words})
print([(a, b, c) for a in range(1, 20) for b in range(a, 20) for c in range(b, 29) if a * a + b * b == c * c])
print([p for p in range(2, 50) if all(p % d for d in range(2, int(p**0.5) + 1))], {i: [d for d in range(1, i + 1) if i % d == 0] for i in (6, 12)})
print("".join([chr((ord(c) - 97 + 13) % 26 + 97) if c.isalpha() else c for c in text[:19]]), [w[::-1] for w in words[:4]], {c for c in text if text.count(c) == 1} == {"q", "b", "w", "f", "x", "j", "m", "p", "s", "v", "z", "y", "i", "c", "k", "l", "a", "g"} or "computed")
print([f"{i}{s}" for i in range(1, 4) for s in ["a", "b"] if (i, s) != (2, "a")], dict(enumerate("ab")), {**{k: 1 for k in "x"}, **{k: 2 for k in "y"}}, [{"n": n, "sq": n * n} for n in range(3)])
life = {(1, 0), (1, 1), (1, 2)}
def step(cells):
    near = [(x + dx, y + dy) for x, y in cells for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    return {c for c in near if near.count(c) == 3 or near.count(c) == 2 and c in cells}
print(sorted(step(life)), sorted(step(step(life))) == sorted(life))
