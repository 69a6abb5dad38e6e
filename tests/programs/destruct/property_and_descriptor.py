# Objects handed through properties, descriptors and __getattribute__.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


class Desc:
    def __get__(self, obj, cls):
        print("get")
        return T("fresh")

    def __set__(self, obj, value):
        print("set", value.name)

    def __delete__(self, obj):
        print("delete")


class C:
    d = Desc()

    @property
    def p(self):
        return T("from property")

    @p.setter
    def p(self, value):
        print("setter", value.name)


c = C()
print(c.d.name)
c.d = T("given")
del c.d
print(c.p.name)
c.p = T("to setter")
x = c.p
c = None
print("x", x.name)
