# A suspended generator that is dropped runs its finally clauses.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def gen():
    t = T("local")
    try:
        try:
            yield 1
        except ValueError:
            print("never")
        finally:
            print("inner finally", t.name)
    except GeneratorExit:
        print("GeneratorExit")
        raise
    finally:
        print("outer finally")


g = gen()
next(g)
del g
print("dropped")
for x in gen():
    print("got", x)
    break
print("after break")


def f():
    h = gen()
    next(h)
    print("leaving f")


f()
print("--")
next(gen())
print("end")
