# A with block left by an exception: what __exit__ sees alive.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


class CM:
    def __enter__(self):
        return T("target")

    def __exit__(self, kind, value, tb):
        print("exit", kind.__name__, value)
        return value.args[0] == "swallow"

    def __del__(self):
        print("del CM")


def f(text):
    with CM() as t:
        inner = T("inner " + text)
        raise ValueError(text)
    print("after with")


f("swallow")
print("--")
try:
    f("pass on")
except ValueError as e:
    print("caught", e)
print("end")
