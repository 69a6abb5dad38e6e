# Many insertions and deletions keep the order.
d = {}
for i in range(1000):
    d[i * 7 % 1000] = i
for i in range(0, 1000, 3):
    del d[i]
for i in range(0, 30, 3):
    d[i] = "back"
print(len(d), list(d.items())[:5], list(d.items())[-12:], sum(k for k in d))
while len(d) > 5:
    d.popitem()
print(d)
words = "the cat sat on the mat the cat ran".split()
counts = {}
for w in words:
    counts[w] = counts.get(w, 0) + 1
print(counts, sorted(counts.items(), key=lambda p: (-p[1], p[0])))
groups = {}
for w in words:
    groups.setdefault(len(w), []).append(w)
print(groups, {v: k for k, v in counts.items()})
big = {str(i): i for i in range(500)}
print(big["250"], len(big), all(big[str(i)] == i for i in range(500)), list(big)[:3])
q = {}
for i in range(2000):
    q[i] = i
    if i >= 10:
        del q[i - 10]
print(q)
