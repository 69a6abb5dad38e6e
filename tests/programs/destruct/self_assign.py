# Assigning a variable to itself neither drops nor revives anything.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def f():
    x = T("x")
    x = x
    print("same")
    l = [x]
    del x
    l[0] = l[0]
    print("same item")
    l[0] = None
    print("gone")


f()
