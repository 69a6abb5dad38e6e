# Values in an exception's args.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def f(n):
    raise KeyError(T(n), T(n + "2"))


try:
    f("a")
except KeyError as e:
    print(e.args[0].name)
    print("leaving")
print("--")
try:
    f("b")
except KeyError as e:
    e.args = ()
    print("args replaced")
print("--")
try:
    try:
        f("c")
    except IndexError:
        pass
    finally:
        print("finally")
except LookupError:
    print("outer handler")
print("end")
