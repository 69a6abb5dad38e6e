# The loop variable drops its value at the next step and survives the loop.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def make(n):
    for i in range(n):
        print("yielding", i)
        yield T(i)


def f():
    for t in make(3):
        print("body", t.name)
    else:
        print("else", t.name)
    print("after", t.name)


f()
print("--")
for t in [T("a"), T("b")]:
    print("body", t.name)
print("after")
del t
print("end")
