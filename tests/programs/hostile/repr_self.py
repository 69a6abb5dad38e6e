# repr of containers that contain themselves.
l = [1]
l.append(l)
print(l, str(l), f"{l}")
d = {}
d["d"] = d
print(d)
t = ([],)
t[0].append(t)
print(t)
l = [1, 2]
d = {"l": l}
l.append(d)
l[0] = (l, d)
print(l)
print(d)


class R:
    def __init__(self):
        self.items = [self]

    def __repr__(self):
        return f"R({self.items})"


try:
    repr(R())
except RecursionError:
    print("RecursionError")


class L(list):
    def __repr__(self):
        return "L" + list.__repr__(self)


l = L([1])
l.append(l)
print(l)
