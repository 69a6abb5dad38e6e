# How often key functions are called, and exceptions inside sort.
calls = []
def key(x):
    calls.append(x)
    return -x
print(sorted([3, 1, 2], key=key), calls)
def bad(x):
    if x == 2:
        raise ValueError("bad key")
    return x
data = [3, 2, 1]
try:
    data.sort(key=bad)
except ValueError as error:
    print(error, data)
class Loud:
    count = 0
    def __init__(self, v):
        self.v = v
    def __lt__(self, other):
        Loud.count += 1
        if self.v == 99 or other.v == 99:
            raise RuntimeError("compare")
        return self.v < other.v
sorted([Loud(i) for i in range(10)])
print(Loud.count)
items = [Loud(3), Loud(99), Loud(1)]
try:
    items.sort()
except RuntimeError as error:
    print(error, sorted(i.v for i in items))
stable = [(k, i) for i, k in enumerate("bacabcab")]
stable.sort(key=lambda p: p[0])
print(stable)
stable.sort(key=lambda p: p[0], reverse=True)
print(stable)
