# Rebinding a name drops the old value after the new one is bound.
class T:
    def __init__(self, name):
        print("make", name)
        self.name = name

    def __del__(self):
        print("del", self.name)


def local():
    x = T("first")
    x = T("second")
    print("rebound")
    x = 3
    print("gone", x)


g = T("g1")
g = T("g2")
print("global rebound")
g = None
local()
print("end")
