# Dict operations that call __eq__, times what it does to the dict.
class Key:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return 11

    def __eq__(self, other):
        global armed
        if armed:
            armed = False
            mutate(d)
        return isinstance(other, Key) and self.n == other.n

    def __repr__(self):
        return f"K{self.n}"


def grow(d):
    for i in range(50):
        d[i] = None


mutations = {
    "clear": lambda d: d.clear(),
    "grow": grow,
    "delete first": lambda d: d.__delitem__(first),
    "replace value": lambda d: d.__setitem__(first, "changed"),
    "popitem": lambda d: d.popitem(),
    "refill": lambda d: (d.clear(), d.update({first: "again"})),
}
operations = {
    "load": lambda: d[Key(2)],
    "store": lambda: d.__setitem__(Key(2), "stored"),
    "store new": lambda: d.__setitem__(Key(4), "stored"),
    "delete": lambda: d.__delitem__(Key(2)),
    "pop": lambda: d.pop(Key(2)),
    "get": lambda: d.get(Key(4)),
    "in": lambda: Key(2) in d,
    "setdefault": lambda: d.setdefault(Key(4), "default"),
    "update": lambda: d.update([(Key(2), "u"), (Key(5), "v")]),
    "|": lambda: len(d | {Key(2): "or"}),
    "==": lambda: d == {Key(1): "1", Key(2): "2", Key(3): "3"},
    "keys &": lambda: len(d.keys() & [Key(2)]),
    "keys ==": lambda: d.keys() == {Key(1), Key(2), Key(3)},
    "in values": lambda: Key(9) in d.values(),
    "in items": lambda: (Key(2), "2") in d.items(),
    "fromkeys": lambda: len(dict.fromkeys([Key(1), Key(1), Key(2)])),
    "kwargs": lambda: len({**d, Key(1): 0}),
}
for name, operation in operations.items():
    for action, mutate in mutations.items():
        armed = False
        first = Key(1)
        d = {first: "1", Key(2): "2", Key(3): "3"}
        armed = True
        try:
            result = operation()
        except Exception as e:
            result = f"{type(e).__name__}: {e}"
        armed = False
        print(name, action, result, {k: v for k, v in d.items() if v}, sep=" | ")
