# Globals bound, rebound and deleted from inside functions.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def bind(name):
    global g
    g = T(name)
    print("bound", name)


def unbind():
    global g
    del g
    print("unbound")


bind("one")
bind("two")
unbind()
bind("three")
globals()["g"] = T("four")
print("through globals()")
globals().pop("g")
print("end")
