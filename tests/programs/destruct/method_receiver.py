# A temporary receiver lives until its method returns.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)

    def method(self, x):
        print("method", self.name, x)
        return x

    def forget(self):
        del self
        print("forgotten")

    @property
    def prop(self):
        print("prop")
        return "P" + self.name

    @staticmethod
    def static(x):
        print("static", x)

    @classmethod
    def cls(cls, x):
        print("class", x)


print(T("a").method(1))
T("b").forget()
print(T("c").prop)
T("d").static(2)
T("e").cls(3)
print("end")
