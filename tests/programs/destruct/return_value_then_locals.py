# The returned value is computed before the locals are dropped.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)

    def shout(self):
        print("shout", self.name)
        return self.name.upper()


def f():
    t = T("t")
    u = T("u")
    return t.shout() + u.shout()


def g():
    t = T("g")
    return t


print(f())
print("--")
print(g().name)
print("--")
x = g()
print("kept")
