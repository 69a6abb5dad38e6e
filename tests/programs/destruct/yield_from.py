# Dropping, closing and finishing a chain of generators.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def inner(tag):
    t = T("inner " + tag)
    try:
        yield 1
        yield 2
        return T("result " + tag)
    finally:
        print("inner finally")


def outer(tag):
    u = T("outer " + tag)
    try:
        r = yield from inner(tag)
        print("result is", r.name)
    finally:
        print("outer finally")


print(list(outer("a")))
print("--")
g = outer("b")
next(g)
del g
print("--")
g = outer("c")
next(g)
g.close()
print("closed")
g = outer("d")
next(g)
try:
    g.throw(KeyError("k"))
except KeyError:
    print("caught")
print("end")
