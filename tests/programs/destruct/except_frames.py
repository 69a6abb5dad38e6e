# The frames of a traceback keep their locals until the handler ends.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def inner():
    a = T("inner local")
    raise ValueError("boom")


def outer():
    b = T("outer local")
    inner()


def f():
    c = T("f local")
    try:
        outer()
    except ValueError as e:
        print("caught", e)
        print("handler ends")
    print("after")


f()
print("--")
try:
    outer()
except ValueError:
    print("no name")
print("end")
