# Attributes die after their owner: those its methods assign in order of name.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


class Owner:
    def __init__(self):
        self.z = T("z")
        self.a = T("a")
        self.m = T("m")

    def __del__(self):
        print("del owner with", self.z.name, self.a.name)


o = Owner()
o.a = T("a2")
print("replaced")
del o.m
print("deleted")
o.m = T("m2")
del o
print("--")
o = Owner()
o.__dict__.clear()
print("dict cleared")
o.z = T("again")
o.a = T("again a")
o = None
print("end")
