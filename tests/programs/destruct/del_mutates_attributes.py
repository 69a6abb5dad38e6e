# A finaliser that reaches back to the attribute it was dropped from.
class Box:
    pass


class T:
    def __init__(self, n):
        self.n = n

    def __del__(self):
        print("del", self.n, getattr(box, "v", "missing"))
        if self.n == 1:
            box.v = "set by del"
        if self.n == 2:
            box.w = 5


box = Box()
box.v = T(1)
box.v = "plain"
print(box.v)
box.v = T(2)
del box.v
print(sorted(vars(box)))
