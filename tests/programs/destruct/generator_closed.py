# close() and throw() on generators in each state.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def gen(arg):
    t = T("local")
    try:
        yield t
    finally:
        print("finally")


g = gen(T("arg1"))
g.close()
print("closed before start")
g = gen(T("arg2"))
next(g)
g.close()
print("closed", list(g))
g = gen(T("arg3"))
x = next(g)
try:
    g.throw(ValueError("thrown"))
except ValueError as e:
    print("caught", e)
print("x", x.name)
x = None
g.close()
print("end")
