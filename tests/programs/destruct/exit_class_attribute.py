# Objects held by classes, functions and defaults at exit.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def f(x=T("default")):
    pass


def outer():
    t = T("cell")

    def inner():
        return t

    return inner


g = outer()


class Late:
    t = T("class attribute")


f.attribute = T("function attribute")
print("end of program")
