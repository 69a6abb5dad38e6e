# Class bodies: their namespace, rebinding in them, and dropping a class.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


class C:
    x = T("x1")
    x = T("x2")
    print("in body")
    y = T("y")
    del y
    [T("comprehension") for _ in range(1)]


print("class made", C.x.name)
C.x = T("x3")
print("attribute replaced")
del C.x
print("attribute deleted")
C.z = T("z")
C().z
C.z = None
print("--")
try:
    class D:
        a = T("doomed")
        raise KeyError("in body")
except KeyError as e:
    print("caught", e)
print("end")
