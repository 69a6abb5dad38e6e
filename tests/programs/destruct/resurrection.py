# An object its finaliser stores somewhere lives on; the finaliser runs once.
saved = []


class R:
    def __init__(self, name):
        self.name = name
        self.t = T(name + " part")

    def __del__(self):
        print("del", self.name)
        saved.append(self)


class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


r = R("a")
del r
print("saved", [x.name for x in saved])
saved.clear()
print("cleared")
l = [R("b"), R("c")]
l = None
print([x.name for x in saved])
saved[0].name = "changed"
x = saved.pop()
saved.clear()
print("x", x.name)
x = None
print("end")
