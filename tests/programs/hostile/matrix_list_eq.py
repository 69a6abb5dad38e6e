# List operations that call __eq__, times what __eq__ does to the list.
class Key:
    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        global armed
        if armed:
            armed = False
            mutate(l)
        return self.n == getattr(other, "n", other)

    def __repr__(self):
        return f"K{self.n}"


def replace_all(l):
    l[:] = [Key(8), Key(9)]


def delete_slice(l):
    del l[1:]


def grow(l):
    l.extend(Key(i) for i in range(10, 15))


mutations = {
    "clear": lambda l: l.clear(),
    "pop": lambda l: l.pop(),
    "pop front": lambda l: l.pop(0),
    "grow": grow,
    "replace": replace_all,
    "delete slice": delete_slice,
    "reverse": lambda l: l.reverse(),
    "item": lambda l: l.__setitem__(0, Key(3)),
    "insert": lambda l: l.insert(0, Key(3)),
}
operations = {
    "==": lambda: l == [Key(1), Key(2), Key(3)],
    "!=": lambda: l != [Key(1), Key(2), Key(3)],
    "self ==": lambda: l == l[:],
    "<": lambda: l <= [Key(1), Key(2), Key(3)],
    "in": lambda: Key(3) in l,
    "index": lambda: l.index(Key(3)),
    "count": lambda: l.count(Key(3)),
    "remove": lambda: l.remove(Key(3)),
    "remove first": lambda: l.remove(Key(1)),
}
for name, operation in operations.items():
    for action, mutate in mutations.items():
        l = [Key(1), Key(2), Key(3)]
        armed = True
        try:
            result = operation()
        except (ValueError, IndexError, TypeError) as e:
            result = f"{type(e).__name__}: {e}"
        armed = False
        print(name, action, result, l, sep=" | ")
