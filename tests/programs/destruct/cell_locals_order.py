# Locals, cells and free variables of one frame: order of death.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def f(p, q):
    x = T("x plain")
    y = T("y cell")
    z = T("z plain")

    def g():
        return y, q

    h = T("h plain")
    print("leaving")


f(T("p"), T("q cell"))
print("end")
