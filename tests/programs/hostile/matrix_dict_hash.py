# Dict and set operations that call __hash__, times what it does to the container.
class Key:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        global armed
        if armed:
            armed = False
            mutate()
        return self.n

    def __eq__(self, other):
        return isinstance(other, Key) and self.n == other.n

    def __repr__(self):
        return f"K{self.n}"


def fail():
    raise LookupError("no hash")


mutations = {
    "clear": lambda: (d.clear(), s.clear()),
    "grow": lambda: (d.update({i: 0 for i in range(100, 130)}), s.update(range(100, 130))),
    "swap": lambda: (d.pop("a"), s.discard("a")),
    "raise": fail,
}
operations = {
    "load": lambda: d[Key(1)],
    "store": lambda: d.__setitem__(Key(2), "new"),
    "delete": lambda: d.__delitem__(Key(1)),
    "pop": lambda: d.pop(Key(1), "default"),
    "get": lambda: d.get(Key(1)),
    "setdefault": lambda: d.setdefault(Key(2), "set"),
    "update": lambda: d.update({1: 1} | {"k": Key(2)}),
    "update pairs": lambda: d.update([(Key(5), 1)]),
    "display": lambda: len({Key(6): d, 7: s}),
    "comprehension": lambda: len({Key(i): i for i in range(3)}),
    "set add": lambda: s.add(Key(2)),
    "set in": lambda: Key(1) in s,
    "set discard": lambda: s.discard(Key(1)),
    "set remove": lambda: s.remove(Key(1)),
    "set update": lambda: s.update([Key(3), Key(4)]),
    "set minus": lambda: len(s - {Key(1)}),
    "set and": lambda: len(s.intersection([Key(1), Key(9)])),
    "tuple": lambda: hash((Key(1), 2)) == hash((Key(1), 2)),
}
for name, operation in operations.items():
    for action, mutate in mutations.items():
        armed = False
        d = {Key(1): "one", "a": "b"}
        s = {Key(1), "a"}
        armed = True
        try:
            result = operation()
        except Exception as e:
            result = f"{type(e).__name__}: {e}"
        armed = False
        print(name, action, result, len(d), len(s), Key(1) in d, Key(1) in s, sep=" | ")
