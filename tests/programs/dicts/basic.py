# Creation, lookup, insertion order.
d = {"a": 1, "b": 2, 3: "c", None: "n", (1, 2): "t", 1.5: "f", True: "yes"}
print(d, len(d), d["a"], d[3], d[None], d[1, 2], d[1.5], d[1], "a" in d, "z" not in d)
print({}, dict(), dict(a=1, b=2), dict([("x", 1), ("y", 2)]), dict({"k": "v"}, z=3), dict(zip("ab", range(2))), {**d, "a": 9}["a"], dict.fromkeys("abc", 0), dict.fromkeys([1, 2]))
d["new"] = 5
d["a"] = 100
del d["b"]
d["b"] = "again"
print(d)
print(list(d), list(d.values()), list(d.items()), [k for k in d], sorted(str(k) for k in d))
print({1: "int", 1.0: "float", True: "bool"}, {"x": 1, "x": 2}, {0: "a", -0.0: "b", False: "c"})
for f in (lambda: d["missing"], lambda: d[99], lambda: {[]: 1}, lambda: d[[1]], lambda: {}.pop("x"), lambda: dict(5), lambda: dict([1]), lambda: dict([(1, 2, 3)]), lambda: {1: 2}.x, lambda: dict({}, {}), lambda: d[(1, 3)], lambda: {}.popitem()):
    try:
        print(f())
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        print(type(error).__name__, error)
try:
    del d["zzz"]
except KeyError as error:
    print(error, error.args)
e = {}
e["self"] = e
print(e, {"a": [1, {"b": {}}]}, bool({}), bool({0: 0}))
