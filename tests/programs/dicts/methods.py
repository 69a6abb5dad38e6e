# Methods of dict.
d = {"a": 1, "b": 2}
print(d.get("a"), d.get("z"), d.get("z", 0), d.setdefault("a", 9), d.setdefault("c", 3), d.setdefault("d"), d)
print(d.pop("d"), d.pop("zz", "dflt"), d.popitem(), d)
print(d.update({"x": 1}), d.update(y=2), d.update([("z", 3)], w=4), d.update(), d)
e = d.copy()
e["a"] = "changed"
print(d["a"], e["a"], e == d, e.clear(), e)
print({"a": 1} | {"b": 2}, {"a": 1} | {"a": 2}, {"a": 1, "b": 2} == {"b": 2, "a": 1}, {1: 2} != {1: 2.0})
f = {"q": 1}
g = f
f |= {"r": 2}
f |= [("s", 3)]
print(f, g is f)
print(list(reversed({"a": 1, "b": 2})), list(reversed({"a": 1, "b": 2}.items())), dict.fromkeys(range(3), []), d.keys() & {"a", "q"} == {"a"})
for bad in (lambda: d.pop("nope"), lambda: d.update(5), lambda: d.update([1]), lambda: {} | [], lambda: d.get(), lambda: d.get([]), lambda: {} < {}, lambda: d.setdefault(), lambda: d.pop()):
    try:
        print(bad())
    except (KeyError, TypeError) as error:
        print(type(error).__name__, error)
