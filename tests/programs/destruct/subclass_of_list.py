# Subclasses of list, dict and tuple: finaliser, attributes, items.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


class L(list):
    def __del__(self):
        print("del L of", len(self))


class D(dict):
    def __del__(self):
        print("del D of", len(self))


class P(tuple):
    def __del__(self):
        print("del P of", len(self))


x = L([T("i0"), T("i1")])
x.extra = T("attribute")
del x
print("--")
x = D(a=T("va"), b=T("vb"))
x.extra = T("attribute")
del x
print("--")
x = P([T("t0"), T("t1")])
x.extra = T("attribute")
del x
print("--")
