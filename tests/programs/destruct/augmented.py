# Temporaries of augmented assignment.
class N:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)

    def __add__(self, other):
        return N(self.name + other.name)

    def __imul__(self, other):
        print("imul", other.name)
        return self


class Box:
    pass


x = N("a")
x += N("b")
print("now", x.name)
x *= N("c")
print("same", x.name)
l = [N("l")]
l[0] += N("m")
print("item", l[0].name)
b = Box()
b.v = N("v")
b.v += N("w")
print("attr", b.v.name)
l += [N("n")]
print(len(l))
l += (N("o"),)
print(len(l))
del l
print("end")
