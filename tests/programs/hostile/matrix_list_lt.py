# Operations that call __lt__ or __gt__, times what it does to the list.
class Key:
    def __init__(self, n):
        self.n = n

    def __lt__(self, other):
        trigger()
        return self.n < other.n

    def __gt__(self, other):
        trigger()
        return self.n > other.n

    def __repr__(self):
        return f"K{self.n}"


def trigger():
    global armed
    if armed:
        armed = False
        mutate(l)


mutations = {
    "clear": lambda l: l.clear(),
    "pop": lambda l: l and l.pop(),
    "append": lambda l: l.append(Key(9)),
    "replace": lambda l: l.__setitem__(slice(None), [Key(7)]),
    "sort": lambda l: l.sort(),
}
operations = {
    "sort": lambda: l.sort(),
    "sort reverse": lambda: l.sort(reverse=True),
    "sorted": lambda: sorted(l),
    "min": lambda: min(l),
    "max": lambda: max(l),
    "<": lambda: l < [Key(3), Key(2), Key(1)],
    ">": lambda: l > [Key(0)],
}
for name, operation in operations.items():
    for action, mutate in mutations.items():
        l = [Key(3), Key(1), Key(2)]
        armed = True
        try:
            result = operation()
        except (ValueError, TypeError) as e:
            result = f"{type(e).__name__}: {e}"
        armed = False
        print(name, action, result, l, sep=" | ")
