# keys, values, items as live views.
d = {"a": 1, "b": 2}
k, v, i = d.keys(), d.values(), d.items()
print(k, v, i, len(k), len(v), len(i))
d["c"] = 3
print(k, v, i, "c" in k, 3 in v, ("c", 3) in i, ("c", 4) in i, "c" in i)
print(sorted(k & {"a", "z"}), sorted(k | {"z"}), sorted(k - {"a"}), sorted(k ^ {"a", "z"}), k == {"a", "b", "c"}, k >= {"a"}, k.isdisjoint({"q"}))
print(sorted(i & {("a", 1)}), sorted(d.items() - {("a", 1)}), {"x": 1}.keys() == {"x": 2}.keys(), {"x": 1}.items() == {"x": 1.0}.items(), d.values() == d.values())
print(list(reversed(k)), list(reversed(v)), next(iter(i)), [x + y for x, y in zip(d, d.values())if False] or "none", max(d.values()), sorted(d, key=d.get, reverse=True))
for x in d:
    pass
for key, value in d.items():
    print(key, value, end=";")
print(type(k).__name__, type(v).__name__, type(i).__name__, type(iter(k)).__name__, isinstance(k, type(k)))
try:
    k[0]
except TypeError as error:
    print(error)
try:
    hash(v) and k.append
except AttributeError as error:
    print(error)
