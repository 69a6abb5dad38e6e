# Objects whose class, methods or attributes change while they are used.
class A:
    def name(self):
        return "A"

    def __bool__(self):
        self.__class__ = B
        return True


class B:
    def name(self):
        return "B"

    def __bool__(self):
        self.__class__ = A
        return False


def walk(x, n):
    out = []
    for _ in range(n):
        if x:
            out.append(x.name())
        else:
            out.append("not " + x.name())
    return out


print(walk(A(), 6))


class C:
    def method(self):
        del C.method
        return self.other()

    def other(self):
        C.other = lambda self: "replaced"
        return "original"


c = C()
print(c.method(), c.other(), hasattr(c, "method"))


class D:
    def __getattribute__(self, name):
        if name == "x":
            D.__getattribute__ = lambda self, name: "second"
            return "first"
        return object.__getattribute__(self, name)


d = D()
print(d.x, d.x, d.y)
