# Hashes at the ends of the machine word and beyond it.
class K:
    def __init__(self, h):
        self.h = h

    def __hash__(self):
        return self.h


for h in 0, -1, -2, 2 ** 61 - 1, 2 ** 61, 2 ** 62, 2 ** 63 - 1, -(2 ** 63), 2 ** 64, 2 ** 200, True:
    k = K(h)
    d = {k: "found"}
    print(h, hash(k), d[k], k in {k}, hash(k) == hash(hash(k)))
for v in 0, -1, 2 ** 61 - 1, 2 ** 61, -(2 ** 61), 2 ** 63, 10 ** 40, 0.5, -0.0, 1e300, float("inf"), 2.0 ** 61:
    print(v, hash(v))
print(hash(True) == hash(1) == hash(1.0), hash(2 ** 70) == hash(float(2 ** 70)))
print(hash(()), hash((1, 2, 3)), hash((-1, (0.5,))), hash(frozenset()) == hash(frozenset()))
