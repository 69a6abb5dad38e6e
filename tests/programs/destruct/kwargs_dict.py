# The dict of keyword arguments is the callee's own.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def f(**kw):
    kw.pop("a")
    print("popped")
    kw["b"] = None
    print("replaced")


def g(**kw):
    return kw


f(a=T("a"), b=T("b"))
print("--")
source = {"a": T("a2"), "b": T("b2")}
f(**source)
print("source holds", sorted(source))
source = g(**source)
print("copied")
source.clear()
print("end")
