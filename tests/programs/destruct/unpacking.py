# Targets of unpacking drop their old values one by one, left to right.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def f():
    a, b = T("a1"), T("b1")
    a, b = T("a2"), T("b2")
    print("pair")
    a, b = b, a
    print("swapped", a.name, b.name)
    a, *b = [T("a3"), T("x"), T("y")]
    print("star")
    a, b = b
    print("list taken apart")
    (a, b), c = [T("p"), T("q")], T("r")
    print("nested")
    _ = _ = T("twice")
    for a, b in [(T("i"), T("j")), (T("k"), T("l"))]:
        print("loop", a.name, b.name)


f()
print("end")
