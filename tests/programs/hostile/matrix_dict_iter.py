# Every way to walk a dict or set, times a change while it is walked.
def walk(iterator, action):
    n = 0
    for item in iterator:
        n += 1
        if n == 2:
            action()
        if n > 30:
            break
    return n


def swap():
    del d[0]
    d["new"] = 1
    s.remove(0)
    s.add(99)


mutations = {
    "grow": lambda: (d.update({i: 0 for i in range(10, 30)}), s.update(range(10, 30))),
    "one more": lambda: (d.__setitem__(77, 0), s.add(77)),
    "delete": lambda: (d.__delitem__(0), s.remove(0)),
    "swap": swap,
    "clear": lambda: (d.clear(), s.clear()),
    "value": lambda: (d.__setitem__(0, "changed"), s.add(0)),
}
ways = {
    "keys": lambda: iter(d),
    "values": lambda: iter(d.values()),
    "items": lambda: iter(d.items()),
    "reversed": lambda: reversed(d),
    "enumerate": lambda: enumerate(d),
    "zip": lambda: zip(d, d.values()),
    "map": lambda: map(str, d),
    "genexp": lambda: (k for k in d),
    "set": lambda: iter(s),
}
for name, way in ways.items():
    for action, mutate in mutations.items():
        d = {i: i for i in range(4)}
        s = set(range(4))
        try:
            result = walk(way(), mutate)
        except RuntimeError as e:
            result = f"RuntimeError: {e}"
        print(name, action, result, len(d), len(s), sep=" | ")
