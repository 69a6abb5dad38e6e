# Objects held by functools.partial and by lambdas.
import functools


class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def f(a, b, k=None):
    print("call", a.name, b.name)
    return a


p = functools.partial(f, T("fixed"), k=T("keyword"))
p(T("passed"))
print("--")
p = None
print("--")
r = functools.reduce(lambda a, b: T(a.name + b.name), [T("a"), T("b"), T("c")])
print(r.name)
r = None
print("end")
