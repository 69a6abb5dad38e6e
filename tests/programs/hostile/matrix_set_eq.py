# Set operations that call __eq__, times what it does to either operand.
class Key:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return 13

    def __eq__(self, other):
        global armed
        if armed:
            armed = False
            mutate()
        return isinstance(other, Key) and self.n == other.n

    def __repr__(self):
        return f"K{self.n}"


mutations = {
    "clear a": lambda: a.clear(),
    "clear b": lambda: b.clear(),
    "grow a": lambda: a.update(range(40)),
    "grow b": lambda: b.update(range(40)),
    "raise": lambda: 1 / 0,
}
operations = {
    "|": lambda: a | b,
    "&": lambda: a & b,
    "-": lambda: a - b,
    "^": lambda: a ^ b,
    "|=": lambda: a.__ior__(b),
    "&=": lambda: a.__iand__(b),
    "-=": lambda: a.__isub__(b),
    "^=": lambda: a.__ixor__(b),
    "==": lambda: a == b,
    "<=": lambda: a <= b,
    "isdisjoint": lambda: a.isdisjoint(b),
    "in": lambda: Key(3) in a,
    "add": lambda: a.add(Key(3)),
    "discard": lambda: a.discard(Key(2)),
    "set": lambda: set([Key(7), Key(7)]),
}
for name, operation in operations.items():
    for action, mutate in mutations.items():
        armed = False
        a = {Key(1), Key(2)}
        b = {Key(2), Key(3)}
        armed = True
        try:
            result = operation()
            if isinstance(result, set):
                armed = False
                result = sorted(k.n for k in result if isinstance(k, Key))
        except Exception as e:
            result = type(e).__name__
        armed = False
        print(name, action, result, sep=" | ")
