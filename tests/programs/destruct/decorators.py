# A decorator that throws its function away, and temporaries of decoration.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)

    def __call__(self, f):
        print("decorating", f.__name__, "by", self.name)
        return f


def drop(f):
    print("dropping")
    return None


@drop
@T("inner")
def f(x=T("default")):
    pass


print("f is", f)


@T("outer")
@T("middle")
def g():
    pass


print("end")
