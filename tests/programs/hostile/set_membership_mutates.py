# Set operations where __eq__ clears or grows the set.
class Key:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return 5

    def __eq__(self, other):
        global armed
        if armed:
            armed = False
            action()
        return isinstance(other, Key) and self.n == other.n


def clear():
    s.clear()


def grow():
    s.update(range(100, 1100))


def attempt(name, f):
    global s, armed
    armed = False
    s = {Key(1), Key(2), "text"}
    armed = True
    try:
        result = f()
        if isinstance(result, (set, frozenset)):
            result = len(result)
    except KeyError:
        result = "KeyError"
    armed = False
    print(action.__name__, name, result, len(s))


for action in clear, grow:
    for n in 2, 9:
        attempt(f"in {n}", lambda: Key(n) in s)
        attempt(f"add {n}", lambda: s.add(Key(n)))
        attempt(f"discard {n}", lambda: s.discard(Key(n)))
        attempt(f"remove {n}", lambda: s.remove(Key(n)))
