# An exception in __del__ is reported and goes no further.
class Finaliser:
    def __init__(self, error):
        self.error = error

    def __call__(self):
        print("finaliser")
        raise self.error

    def __repr__(self):
        return "<finaliser>"


class A:
    __del__ = Finaliser(ValueError("in del"))


class B:
    __del__ = Finaliser(KeyError("key"))


a = A()
del a
print("after a")


def f():
    b = B()
    return 1


print(f())
try:
    raise RuntimeError("outer")
except RuntimeError as e:
    A()
    print("still in handler of", e)
l = [A(), B()]
l.clear()
print("end")
