# Operations on a dict that __eq__ makes grow, so that its table is replaced.
class Key:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return 7

    def __eq__(self, other):
        global armed
        if armed:
            armed = False
            for i in range(1000):
                d[i] = i
        return isinstance(other, Key) and self.n == other.n


def attempt(name, f):
    global d, armed
    armed = False
    d = {Key(1): "one", Key(2): "two", Key(3): "three"}
    armed = True
    try:
        result = f()
    except KeyError:
        result = "KeyError"
    armed = False
    print(name, result, len(d), [v for v in d.values() if isinstance(v, str)])


for n in 2, 3, 4:
    attempt(f"store {n}", lambda: d.__setitem__(Key(n), "new"))
    attempt(f"load {n}", lambda: d[Key(n)])
    attempt(f"delete {n}", lambda: d.__delitem__(Key(n)))
    attempt(f"pop {n}", lambda: d.pop(Key(n)))
    attempt(f"setdefault {n}", lambda: d.setdefault(Key(n), "set"))
