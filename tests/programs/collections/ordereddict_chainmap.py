# OrderedDict and ChainMap.
from collections import OrderedDict, ChainMap
o = OrderedDict([("b", 1), ("a", 2)])
o["c"] = 3
o.move_to_end("b")
print(o, list(o), o.popitem(), o.popitem(last=False), o, list(reversed(o)))
o.update(z=1, y=2)
o.move_to_end("y", last=False)
print(o, OrderedDict(a=1, b=2) == OrderedDict(b=2, a=1), OrderedDict(a=1, b=2) == {"b": 2, "a": 1}, OrderedDict(), o.pop("z"), isinstance(o, dict), list(o.items()), OrderedDict(a=1) | {"q": 2})
for f in (lambda: o.move_to_end("nope"), lambda: OrderedDict().popitem(), lambda: o["nope"]):
    try:
        f()
    except KeyError as error:
        print(error)
base, over = {"a": 1, "b": 2}, {"b": 20}
c = ChainMap(over, base)
print(c["a"], c["b"], c.get("z"), "a" in c, len(c), sorted(c), dict(c), c.maps, c)
c["a"] = 100
c["new"] = 5
print(over, base, c["a"])
del c["a"]
print(c["a"], c.parents, c.new_child({"x": 0}), c.new_child()["b"], sorted(c.items()), c.pop("new"), over)
for f in (lambda: c["zz"], lambda: c.__delitem__("a"), lambda: c.pop("a")):
    try:
        f()
    except KeyError as error:
        print(error)
class LRU:
    def __init__(self, n): self.n, self.d = n, OrderedDict()
    def get(self, k):
        if k not in self.d: return None
        self.d.move_to_end(k)
        return self.d[k]
    def put(self, k, v):
        self.d[k] = v
        self.d.move_to_end(k)
        if len(self.d) > self.n: self.d.popitem(last=False)
l = LRU(2)
l.put("a", 1); l.put("b", 2); l.get("a"); l.put("c", 3)
print(l.get("a"), l.get("b"), l.get("c"), list(l.d))
