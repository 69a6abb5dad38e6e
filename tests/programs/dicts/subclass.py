# Subclasses of dict and __missing__.
class Default(dict):
    def __missing__(self, key):
        print("missing", key)
        self[key] = value = len(self)
        return value
d = Default(a=1)
print(d["a"], d["b"], d["b"], d, d.get("c"), "c" in d, len(d))
class Loud(dict):
    def __setitem__(self, key, value):
        print("set", key, value)
        super().__setitem__(key, value * 2)
    def __getitem__(self, key):
        print("get", key)
        return super().__getitem__(key) + 1
    def __contains__(self, key):
        return True
l = Loud(x=1)
l["y"] = 2
print(l, l["x"], l.get("x"), "zz" in l, l.setdefault("w", 3), l)
l.update(q=5)
print(l, list(l.items()), dict(l), {**l})
print(isinstance(l, dict), type(l.copy()).__name__, l == {"x": 1, "y": 4, "w": 3, "q": 5}, Default() == {})
class Attr(dict):
    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None
    __setattr__ = dict.__setitem__
a = Attr(one=1)
a.two = 2
print(a.one, a.two, a, hasattr(a, "three"))
