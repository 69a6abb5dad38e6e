# Counter.
from collections import Counter
c = Counter("abracadabra")
print(c, c["a"], c["zz"], c.most_common(2), c.most_common(), sum(c.values()), c.total(), len(c), "zz" in c, sorted(c.elements()))
c.update("aaz")
c.subtract({"b": 5})
print(c, c["b"], dict(c), +c, -c)
del c["b"]
c["new"] += 3
print(c, list(c), Counter(a=2, b=1), Counter({"x": 5}), Counter(), Counter([1, 1, 2]), Counter(x % 3 for x in range(10)))
a, b = Counter(a=3, b=1), Counter(a=1, b=2, c=5)
print(a + b, a - b, a & b, a | b, a == b, a <= b, Counter(a=1) < Counter(a=2), a == Counter(b=1, a=3, z=0), a != b)
a += b
print(a, isinstance(a, dict), a.copy() == a, a.get("q", "none"), a.pop("a"), a, type(a.copy()).__name__)
a.clear()
print(a, repr(Counter("ab")), Counter(["x"]).most_common(1)[0][0])
words = "it was the best of times it was the worst of times".split()
print(Counter(words).most_common(3), Counter(map(len, words)), [w for w, n in Counter(words).items() if n == 1])
try:
    Counter.fromkeys("ab")
except NotImplementedError as error:
    print(error)
for f in (lambda: Counter(5), lambda: Counter([[]])):
    try:
        f()
    except TypeError as error:
        print(error)
class Sub(Counter): pass
print(Sub("aab"), Sub("a") + Sub("b"), Counter(a=1.5, b=-1), Counter(a=0) == Counter())
