# del with several targets works from left to right.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


class Box:
    pass


def f():
    a, b, c = T("a"), T("b"), T("c")
    del c, a
    print("b left")
    box = Box()
    box.item = T("attr")
    d = {"k": T("value")}
    l = [T("l0"), T("l1")]
    del (d["k"], [box.item, l[0]]), b
    print(len(d), len(l), hasattr(box, "item"))


f()
print("end")
