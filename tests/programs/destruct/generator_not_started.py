# A generator that never started drops its arguments, nothing else.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def gen(a, b):
    print("never")
    try:
        yield a
    finally:
        print("never")


g = gen(T("a"), T("b"))
print("made")
del g
print("dropped")
(x for x in [T("in genexp")])
print("genexp dropped")
g = (y for y in [T("held")])
print("genexp held")
del g
