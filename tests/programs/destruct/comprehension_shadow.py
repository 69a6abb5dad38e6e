# A comprehension variable that shadows a local leaves the local untouched.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def f():
    x = T("outer")
    r = [x for x in [T("in1"), T("in2")]]
    print("kept", len(r), x.name)
    r = None
    print("dropped", x.name)
    try:
        [x / 0 for x in [T("e1"), T("e2")]]
    except TypeError:
        print("error, x is", x.name)
    r = [lambda: x for x in [T("cell1"), T("cell2")]]
    print("closures")
    print([g().name for g in r], x.name)
    r.clear()
    print("leaving")


f()
