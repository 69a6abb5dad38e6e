# Dict operations that drop a key or value, times what its finaliser does to the dict.
class T:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return self.n

    def __eq__(self, other):
        return isinstance(other, T) and self.n == other.n

    def __del__(self):
        global armed
        if armed:
            armed = False
            mutate(d)

    def __repr__(self):
        return f"T{self.n}"


mutations = {
    "clear": lambda d: d.clear(),
    "grow": lambda d: d.update({i: i for i in range(20, 40)}),
    "popitem": lambda d: d and d.popitem(),
    "store": lambda d: d.__setitem__("a", "from del"),
    "delete": lambda d: d.pop("b", None),
}
operations = {
    "store": lambda: d.__setitem__("a", "stored"),
    "delete": lambda: d.__delitem__("a"),
    "pop": lambda: d.pop("a") and None,
    "popitem": lambda: d.popitem() and None,
    "update": lambda: d.update(a="u", b="v", c="w"),
    "|=": lambda: d.__ior__({"a": "u", "z": "v"}),
    "clear": lambda: d.clear(),
    "key": lambda: d.__delitem__(T(1)),
    "equal key": lambda: d.__setitem__(T(1), "again"),
    "init": lambda: d.__init__({"a": 1, "b": 2}),
    "setdefault": lambda: d.setdefault(T(1), T(9)) and None,
}
for name, operation in operations.items():
    for action, mutate in mutations.items():
        armed = False
        d = {"a": T(5), "b": T(6), T(1): "key", "c": T(7)}
        armed = True
        try:
            operation()
            result = "ok"
        except Exception as e:
            result = f"{type(e).__name__}: {e}"
        armed = False
        print(name, action, result, {k: v for k, v in d.items() if not isinstance(k, int)}, sep=" | ")
