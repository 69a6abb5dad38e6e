# break, continue and return drop the iterator at the right moment.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


class It:
    def __init__(self):
        self.n = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.n += 1
        return T(self.n)

    def __del__(self):
        print("del iterator")


def f():
    for t in It():
        if t.name == 1:
            continue
        if t.name == 3:
            break
        print("body", t.name)
    print("after", t.name)


def g():
    for t in It():
        for u in It():
            return "returned"


def h():
    while True:
        x = T("while")
        if x:
            break
    print("left while")


f()
print("--")
print(g())
print("--")
h()
