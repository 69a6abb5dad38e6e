# A finaliser that raises and catches while another exception is on its way.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        try:
            raise KeyError(self.name)
        except KeyError as e:
            print("del", e, "context", repr(e.__context__))


def f():
    for t in iter([T("temporary")]):
        t = None
        l = [T("a")]
        del l
        raise ValueError("on its way")


try:
    f()
except ValueError as e:
    print("handler", e, repr(e.__context__))
    T("in handler")
    print("still", repr(e.__context__))
try:
    T("stack").name.nothing
except AttributeError as e:
    print("second handler", e, repr(e.__context__))
