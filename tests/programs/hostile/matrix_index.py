# Operations that call __index__, times what it does to the container.
class Index:
    def __init__(self, n):
        self.n = n

    def __index__(self):
        mutate()
        return self.n


def attempt(name, action, operation):
    global l, mutate
    l = [0, 1, 2, 3]
    mutate = mutations[action]
    try:
        result = operation()
    except (IndexError, ValueError, TypeError, OverflowError, ZeroDivisionError) as e:
        result = f"{type(e).__name__}: {e}"
    print(name, action, result, l, sep=" | ")


mutations = {
    "clear": lambda: l.clear(),
    "append": lambda: l.append(9),
    "replace": lambda: l.__setitem__(slice(None), "ab"),
    "raise": lambda: 1 / 0,
}
operations = {
    "load": lambda: l[Index(2)],
    "store": lambda: l.__setitem__(Index(2), "x"),
    "delete": lambda: l.__delitem__(Index(2)),
    "load slice": lambda: l[Index(1):Index(3)],
    "load step": lambda: l[::Index(2)],
    "store slice": lambda: l.__setitem__(slice(Index(1), Index(3)), "xyz"),
    "store step": lambda: l.__setitem__(slice(None, None, Index(2)), "xy"),
    "delete slice": lambda: l.__delitem__(slice(Index(1), Index(3))),
    "pop": lambda: l.pop(Index(1)),
    "insert": lambda: l.insert(Index(2), "x"),
    "index": lambda: l.index(3, Index(1), Index(4)),
    "repeat": lambda: l * Index(2),
    "repeat in place": lambda: l.__imul__(Index(2)),
    "range": lambda: list(range(Index(2))),
    "tuple": lambda: (5, 6, 7)[Index(2)],
    "str": lambda: "abc"[Index(2)],
    "str find": lambda: "abcb".find("b", Index(2)),
}
for name, operation in operations.items():
    for action in mutations:
        attempt(name, action, operation)
