# A generator's locals die when it ends, before the caller goes on.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def gen(arg):
    a = T("a")
    yield 1
    b = T("b")
    yield 2
    print("gen ends")


g = gen(T("arg"))
for x in g:
    print("got", x)
print("loop over")
del g
print("--")
g = gen(T("arg2"))
print(next(g), next(g), next(g, "stop"))
print("still held", g is not None)
g = None
print("end")
