# repr of a container that its element's repr changes.
class Bomb:
    def __init__(self, action):
        self.action = action

    def __repr__(self):
        self.action()
        return "bomb"


l = []
l += [Bomb(l.clear), 1, 2]
print(l, l)
l += [0, Bomb(lambda: len(l) < 6 and l.append("new")), 2]
print(l, len(l))
l = [Bomb(lambda: l.pop()), Bomb(lambda: l.pop()), Bomb(lambda: l.pop()), 3]
print(l, len(l))
d = {}
d[0] = Bomb(lambda: d.__setitem__(0, "replaced"))
d[1] = 1
print(d, d)
s = {Bomb(lambda: None)}
print(s)
t = (Bomb(lambda: None), Bomb(lambda: None))
print(t)
print(", ".join(map(repr, [Bomb(lambda: None)] * 3)))
