# Values in __slots__ die with their owner.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


class S:
    __slots__ = ("b", "a")

    def __init__(self):
        self.a = T("a")
        self.b = T("b")


class D(S):
    __slots__ = ("c",)


s = S()
s.a = T("a2")
print("--")
del s.b
print("--")
s.b = T("b2")
del s
print("--")
d = D()
d.c = T("c")
d = None
print("end")
