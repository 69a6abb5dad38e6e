# del of a name drops at once; a second name keeps the object alive.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


a = T("one")
del a
print("after del a")
b = T("two")
c = b
del b
print("still held by c")
del c
print("after del c")


def f():
    x = y = T("three")
    del x
    print("y holds")
    del y
    print("done")
    try:
        del y
    except UnboundLocalError as e:
        print(type(e).__name__)


f()
