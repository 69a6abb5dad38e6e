# Values bound by the walrus operator.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def f():
    if (t := T("a")) and (u := T("b")):
        print("both")
    t = (u := T("c"))
    print("chained")
    names = [(w := T(n)).name for n in "xy"]
    print("after", w.name, names)
    print((t := T("d")).name, (t := T("e")).name)
    print("leaving")


f()
