# Objects that come back from their finaliser, at every kind of release.
saved = []


class R:
    def __init__(self, tag):
        self.tag = tag

    def __del__(self):
        saved.append(self)

    def __hash__(self):
        return 1

    def __eq__(self, other):
        return isinstance(other, R)

    def me(self):
        return self


def releases():
    x = R("rebound")
    x = R("local")
    R("temporary")
    l = [R("list"), R("popped")]
    l.pop()
    l[0] = None
    d = {"k": R("value"), R("key"): 1}
    d["k"] = d.pop(R("probe"))
    for y in [R("item")]:
        y = None
    R("chain").me().me()
    s = {R("set"), R("equal")}
    s.clear()
    t = (R("tuple"),)
    t = None
    try:
        raise ValueError(R("exception"))
    except ValueError:
        pass

    def gen(z):
        yield z

    g = gen(R("generator"))
    next(g)
    del g
    (lambda a=R("default"): a)
    print("body ends")


releases()
print([r.tag for r in saved])
first = [id(r) for r in saved]
print(len(set(first)) == len(saved))
again = saved
saved = []
again.clear()
print(len(saved), "finalised twice")
