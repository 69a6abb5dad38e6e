# Cells keep values alive as long as a closure does.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def outer(tag):
    a = T(tag + " captured")
    b = T(tag + " plain")

    def inner():
        return a.name

    print("leaving")
    return inner


f = outer("one")
print("returned")
print(f())
f = outer("two")
print("replaced")
del f


def counter():
    value = T("v0")

    def step(n):
        nonlocal value
        value = T(f"v{n}")
        print("stepped", n)

    return step


s = counter()
s(1)
s(2)
s = None
print("end")
