# A dict got from an instance outlives it with the attributes.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


class Owner:
    def __init__(self):
        self.b = T("b")
        self.a = T("a")

    def __del__(self):
        print("del owner")


o = Owner()
d = o.__dict__
o = None
print(list(d))
d["c"] = T("c")
del d
print("--")
o = Owner()
o.__dict__ = {"z": T("z"), "y": T("y")}
print("dict replaced")
o = None
print("end")
