# defaultdict.
from collections import defaultdict
d = defaultdict(list)
d["a"].append(1)
d["a"].append(2)
d["b"]
print(d, d["a"], len(d), "c" in d, d.get("c"), d.get("c", 5), len(d), d.default_factory, dict(d))
n = defaultdict(int)
for ch in "mississippi":
    n[ch] += 1
print(n, sorted(n.items(), key=lambda p: (-p[1], p[0])), n["q"], n)
tree = lambda: defaultdict(tree)
t = tree()
t["a"]["b"]["c"] = 1
print(list(t), list(t["a"]), t["a"]["b"]["c"])
k = defaultdict(lambda: "dflt", x=1)
print(k["x"], k["y"], list(k), k.pop("y"), k.setdefault("z", 9), k.copy()["w"], "w" in k)
none = defaultdict(None, a=1)
try:
    none["b"]
except KeyError as error:
    print(repr(error))
none.default_factory = set
none["b"].add(1)
print(none["b"], isinstance(none, dict), none == {"a": 1, "b": {1}}, type(none.copy()).__name__, defaultdict(int, {"q": 2}) | {"r": 3})
calls = []
def factory():
    calls.append(1)
    if len(calls) > 1:
        raise ValueError("factory failed")
    return "made"
f = defaultdict(factory)
print(f[1], f[1])
try:
    f[2]
except ValueError as error:
    print(error, dict(f))
for bad in (lambda: defaultdict(5), lambda: defaultdict(int)[[]]):
    try:
        bad()
    except TypeError as error:
        print(error)
class Sub(defaultdict):
    def __missing__(self, key): return ("sub missing", key)
print(Sub()["k"], Sub(int)["k"], defaultdict(list).__missing__("x"), defaultdict(dict))
