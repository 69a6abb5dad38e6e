# List operations that drop an item, times what its finaliser does to the list.
class T:
    def __init__(self, n):
        self.n = n

    def __del__(self):
        global armed
        if armed:
            armed = False
            mutate(l)

    def __repr__(self):
        return f"T{self.n}"


mutations = {
    "clear": lambda l: l.clear(),
    "pop": lambda l: l and l.pop(),
    "append": lambda l: l.append("new"),
    "insert": lambda l: l.insert(0, "new"),
    "replace": lambda l: l.__setitem__(slice(None), ["x", "y"]),
    "item": lambda l: l and l.__setitem__(0, "item"),
    "sort": lambda l: l.reverse(),
}
operations = {
    "store": lambda: l.__setitem__(1, "stored"),
    "delete": lambda: l.__delitem__(1),
    "pop": lambda: l.pop(1) and None,
    "remove": lambda: l.remove(l[1]),
    "slice": lambda: l.__setitem__(slice(0, 2), ["s"]),
    "longer": lambda: l.__setitem__(slice(0, 1), ["s", "t", "u"]),
    "del slice": lambda: l.__delitem__(slice(1, 3)),
    "del step": lambda: l.__delitem__(slice(None, None, 2)),
    "step": lambda: l.__setitem__(slice(None, None, 2), ["s", "t"]),
    "clear": lambda: l.clear(),
    "init": lambda: l.__init__("ab"),
    "imul": lambda: l.__imul__(0),
}
for name, operation in operations.items():
    for action, mutate in mutations.items():
        armed = False
        l = [T(0), T(1), T(2), T(3)]
        armed = True
        try:
            operation()
            result = "ok"
        except Exception as e:
            result = f"{type(e).__name__}: {e}"
        armed = False
        print(name, action, result, l, sep=" | ")
