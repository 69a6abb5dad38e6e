# Cycles through closures, methods, generators, exceptions and classes.
import gc
import weakref

gc.disable()


class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def recursive():
    t = T("closure")

    def f(n):
        return t if n == 0 else f(n - 1)

    return f(3).name


def method():
    t = T("method")
    t.m = t.__str__


def generator():
    def gen():
        t = T("generator")
        t.g = g
        yield

    g = gen()
    next(g)


def exception():
    t = T("exception")
    try:
        raise ValueError
    except ValueError as e:
        err = e


def klass():
    class C:
        t = T("class")


for f in recursive, method, generator, exception, klass:
    f()
    print("returned from", f.__name__)
    gc.collect()
    print("--")
