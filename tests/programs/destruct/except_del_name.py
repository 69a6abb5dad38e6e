# del of the handler's name, and rebinding it, in the handler.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


class E(Exception):
    def __init__(self, tag):
        self.item = T(tag)


def f():
    try:
        raise E("a")
    except E as e:
        del e
        print("name deleted")
    print("--")
    try:
        raise E("b")
    except E as e:
        e = T("rebound")
        print("name rebound")
    print("--")
    try:
        raise E("c")
    except E:
        print("no name")
    print("--")
    e = T("before")
    try:
        raise E("d")
    except E as e:
        print("old gone")
    print("end")


f()
