# Attribute order at death: assigned in the class's methods by name, then others as first set.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


class Base:
    def __init__(self):
        self.c = T("c")
        self.b = T("b")


class Child(Base):
    def __init__(self):
        self.z = T("z")
        super().__init__()
        self.a = T("a")

    def other(self):
        self.y = T("y")


class Empty:
    pass


x = Base()
del x
print("--")
x = Child()
x.other()
print(list(vars(x)))
x.outside = T("outside")
del x
print("--")
x = Empty()
x.q, x.p = T("q"), T("p")
y = Empty()
y.p, y.q = T("p of y"), T("q of y")
x = None
print("--")
y = None
