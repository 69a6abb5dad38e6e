# Classes called with wrong arguments; abstract classes.
import abc


class Plain: pass


class Init:
    def __init__(self, a): pass


class New:
    def __new__(cls, a): return object.__new__(cls)


class BadInit:
    def __init__(self): return 5


class Abstract(abc.ABC):
    @abc.abstractmethod
    def one(self): pass

    @abc.abstractmethod
    def two(self): pass


class Half(Abstract):
    def one(self): pass


def show(f, *args, **kw):
    try:
        f(*args, **kw)
    except TypeError as e:
        print(e)


show(Plain, 1)
show(Plain, a=1)
show(Init)
show(Init, 1, 2)
show(Init, b=1)
show(New)
show(New, 1, 2)
show(BadInit)
show(Abstract)
show(Half)
show(object, 1)
show(object.__new__)
show(object.__new__, 5)
show(type, 1, 2)
