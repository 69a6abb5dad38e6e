# Default values belong to the function.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def f(a=T("a"), *, k=T("k")):
    return a.name


print(f())
print(f(T("other")))
f.__defaults__ = (T("new a"),)
print(f())
del f
print("function gone")
g = lambda x=T("lambda default"): x
g = g()
print("default kept", g.name)
g = None


def outer():
    def inner(v=T("inner")):
        pass

    print("leaving outer")


outer()
print("end")
