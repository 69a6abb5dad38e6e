# An object whose __init__ or __new__ failed is finalised too.
class T:
    def __init__(self, fail):
        self.a = 1
        if fail:
            raise ValueError("init")
        self.b = 2

    def __del__(self):
        print("del", sorted(self.__dict__))


class N:
    def __new__(cls, fail):
        self = super().__new__(cls)
        if fail:
            raise TypeError("new")
        return self

    def __init__(self, fail):
        print("init")

    def __del__(self):
        print("del N")


for cls in T, N:
    for fail in False, True:
        try:
            cls(fail)
        except (ValueError, TypeError) as e:
            print("caught", e)
        print("--")
try:
    T()
except TypeError as e:
    print(e)
print("end")
