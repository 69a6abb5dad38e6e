# The context manager and the value bound by as.
class T:
    def __init__(self, name):
        self.name = name

    def __enter__(self):
        print("enter", self.name)
        return T("value of " + self.name)

    def __exit__(self, *exc):
        print("exit", self.name, exc[0])
        return True

    def __del__(self):
        print("del", self.name)


def f():
    with T("a"):
        print("body a")
    print("--")
    with T("b") as v:
        print("body b", v.name)
    print("after b")
    with T("c") as v, T("d"):
        v = None
        print("body c d")
        raise ValueError
    print("--")
    with T("e"):
        return print("returning")


f()
print("end")
