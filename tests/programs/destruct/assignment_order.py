# Right side first, then targets from left to right, each dropping its old value.
class T:
    def __init__(self, name):
        print("make", name)
        self.name = name

    def __del__(self):
        print("del", self.name)


class Box:
    pass


def box():
    print("box")
    return b


def key():
    print("key")
    return 0


b = Box()
l = [T("l0")]
b.v = T("v0")
box().v = l[key()] = T("new")
print("--")
b.v, l[0] = T("p"), T("q")
print("--")
x = b.v = T("shared")
del x
print("--")
b = None
print("end")
