# Parameters and locals of a function die from the last slot to the first.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def f(a, b, /, c, *args, k, **kw):
    z = T("local z")
    y = T("local y")
    print("body")


f(T("a"), T("b"), T("c"), T("rest0"), T("rest1"), k=T("k"), m=T("m"), n=T("n"))
print("end")
