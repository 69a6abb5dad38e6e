# What a failing unpacking leaves behind.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def gen():
    try:
        yield T("g1")
        yield T("g2")
        yield T("g3")
    finally:
        print("gen finally")


def f():
    try:
        a, b = gen()
    except ValueError as e:
        print("ValueError", e)
    print("1")
    try:
        a, b, c = [T("x"), T("y")]
    except ValueError as e:
        print("ValueError", e)
    print("2")
    try:
        a, [b, c] = T("p"), [T("q")]
    except ValueError as e:
        print("ValueError", e, a.name)
    print("3")


f()
