# Arguments of a constructor whose __init__ raises.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


class C:
    def __init__(self, a, b):
        self.a = a
        self.c = T("c")
        raise ValueError("no")

    def __del__(self):
        print("del C")


def f():
    try:
        C(T("a"), T("b"))
    except ValueError as e:
        print("caught", e)
    print("after")


f()
print("end")
