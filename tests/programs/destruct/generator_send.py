# Values sent into a generator and yielded from it.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def gen():
    x = None
    while True:
        x = yield T("yield of " + (x.name if x else "nothing"))


g = gen()
print(next(g).name)
print("--")
print(g.send(T("s1")).name)
print("--")
r = g.send(T("s2"))
print("r", r.name)
next(g)
print("--")
g.close()
print("closed")


def ignoring():
    while True:
        yield


g = ignoring()
next(g)
g.send(T("ignored"))
print("end")
