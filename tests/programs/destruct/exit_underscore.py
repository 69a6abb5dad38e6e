# Leading underscores make no difference to the order at exit.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


z = T("z")
_first = T("_first")
y = T("y")
__dunder = T("__dunder")
_second = T("_second")
__both__ = T("__both__")
print("end of program")
