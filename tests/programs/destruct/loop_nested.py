# Nested loops that rebind the same variable.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def f():
    for i in range(2):
        for t in [T(f"{i}.0"), T(f"{i}.1")]:
            print("body", t.name)
        t = T(f"end {i}")
    return "done"


def g():
    for t in [[T("a")], [T("b")]]:
        for t in t:
            print("inner", t.name)
    print("leaving", t.name)


print(f())
g()
