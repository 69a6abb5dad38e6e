# Descriptors and properties that remove themselves or their object's attributes.
class Once:
    def __get__(self, obj, cls):
        del cls.once
        return "once"


class C:
    once = Once()

    @property
    def p(self):
        self.__dict__.clear()
        C.p = "plain"
        return "property"

    def __getattr__(self, name):
        if name == "made":
            self.made = "stored"
            return "computed"
        raise AttributeError(name)


c = C()
c.a = 1
print(c.once)
try:
    c.once
except AttributeError as e:
    print("AttributeError", e)
print(c.p, c.p, vars(c))
print(c.made, c.made)


class Setter:
    def __set__(self, obj, value):
        obj.__dict__["s"] = value
        del type(obj).s


class D:
    s = Setter()


d = D()
d.s = 5
print(d.s)
d.s = 6
print(vars(d))
