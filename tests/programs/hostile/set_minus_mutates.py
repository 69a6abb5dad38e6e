# Set arithmetic where hashing or comparing changes an operand.
class Key:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        trigger()
        return 3

    def __eq__(self, other):
        trigger()
        return isinstance(other, Key) and self.n == other.n


def trigger():
    global armed
    if armed:
        armed = False
        victim.clear()


operations = {
    "a - list": lambda: a.difference(items),
    "a & list": lambda: a.intersection(items),
    "a | list": lambda: a.union(items),
    "a ^ list": lambda: a.symmetric_difference(items),
    "a -= list": lambda: a.difference_update(items),
    "a |= list": lambda: a.update(items),
    "issubset": lambda: a.issubset(items),
    "isdisjoint": lambda: a.isdisjoint(items),
}
for name, operation in operations.items():
    for which in "a", "items":
        armed = False
        a = {Key(1), Key(2), Key(3)}
        items = [Key(2), Key(4), Key(1)]
        victim = a if which == "a" else items
        armed = True
        try:
            result = operation()
            result = type(result).__name__
        except Exception as e:
            result = f"{type(e).__name__}: {e}"
        armed = False
        print(name, which, result, len(a), len(items))
