# Operations that walk an iterable, times what each step does to the container.
class Steps:
    def __init__(self, n):
        self.left = n

    def __iter__(self):
        return self

    def __next__(self):
        if not self.left:
            raise StopIteration
        self.left -= 1
        mutate()
        return self.left


mutations = {
    "clear": lambda: l.clear(),
    "append": lambda: l.append(9),
    "pop": lambda: l and l.pop(0),
    "raise": lambda: l.clear() or 1 / 0,
}
operations = {
    "extend": lambda: l.extend(Steps(3)),
    "+=": lambda: l.__iadd__(Steps(3)),
    "slice": lambda: l.__setitem__(slice(1, 2), Steps(3)),
    "step": lambda: l.__setitem__(slice(None, None, 2), Steps(2)),
    "init": lambda: l.__init__(Steps(3)),
    "list": lambda: list(Steps(3)),
    "display": lambda: [*l, *Steps(2), *l],
    "call": lambda: (lambda *a: a)(*l, *Steps(2)),
    "zip": lambda: list(zip(l, Steps(3))),
    "map": lambda: list(map(lambda a, b: (a, b), l, Steps(3))),
    "sum": lambda: sum(Steps(3), 0),
    "unpack": lambda: (lambda: [a for a, *b in [Steps(3)]])(),
    "in": lambda: 0 in Steps(3),
    "set": lambda: sorted({*Steps(3), *l}),
    "enumerate": lambda: list(enumerate(Steps(2))),
    "sorted": lambda: sorted(Steps(3)),
    "max": lambda: max(Steps(3)),
    "any": lambda: any(Steps(3)),
}
for name, operation in operations.items():
    for action, mutate in mutations.items():
        l = [5, 6, 7]
        try:
            result = operation()
        except (ValueError, ZeroDivisionError) as e:
            result = type(e).__name__
        print(name, action, result, l, sep=" | ")
