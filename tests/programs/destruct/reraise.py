# A re-raised exception keeps what it holds until the outer handler ends.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def f():
    t = T("f")
    raise ValueError


def g():
    u = T("g before")
    try:
        f()
    except ValueError:
        u = T("g in handler")
        raise


def h():
    try:
        g()
    except ValueError as e:
        v = T("h")
        raise e


try:
    h()
except ValueError:
    print("handler")
print("end")
