# Starred arguments and the containers they come from.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def f(*args, **kw):
    print("in f", len(args), sorted(kw))


def gen():
    yield T("g0")
    yield T("g1")
    print("gen done")


f(*[T("a"), T("b")], T("c"))
print("--")
f(*gen(), **{"k": T("k")}, l=T("l"))
print("--")
args = [T("x"), T("y")]
f(*args)
print("still held")
args = None
print("--")
f(*(T(i) for i in range(2)))
print("end")
