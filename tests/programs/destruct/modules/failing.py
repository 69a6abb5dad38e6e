# helper
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def f():
    t = T("local")
    raise ValueError("import stops")


f()
