# Thousands of keys with equal hashes.
class K:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return 1

    def __eq__(self, other):
        return self.n == other.n


p = 2 ** 61 - 1
d = {i * p: i for i in range(1500)}
print(len({hash(k) for k in d}), len(d), sum(d[i * p] for i in range(1500)))
for i in range(0, 1500, 2):
    del d[i * p]
print(len(d), 3 * p in d, 4 * p in d)
s = {i * 2 ** 61 for i in range(1000)} | {i * 2 ** 20 for i in range(1000)}
print(len(s))
keys = [K(i % 200) for i in range(300)]
print(len(set(keys)), len({k: k.n for k in keys}))
d = {float(i): i for i in range(100)}
print(all(d[i] == i for i in range(100)), 1 in d, True in d, d[True])
nan = float("nan")
print(len({nan, nan, float("nan")}), nan in [nan], nan == nan, {nan: 1}[nan])
