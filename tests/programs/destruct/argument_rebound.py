# A temporary argument rebound in the callee dies there.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def f(a):
    print("enter")
    a = None
    print("leave")


def caller_holds():
    t = T("held")
    f(t)
    print("back", t.name)


f(T("temporary"))
print("--")
caller_holds()
print("--")
(lambda a: f(a))(T("lambda"))
print("--")
f(*[T("starred")])
print("--")
f(**{"a": T("mapped")})
