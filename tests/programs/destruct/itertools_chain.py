# Iterators of itertools drop their sources when they are through with them.
import itertools


class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def gen(name):
    try:
        yield T(name + "0")
        yield T(name + "1")
    finally:
        print("finally", name)


for t in itertools.chain(gen("a"), gen("b")):
    print("got", t.name)
del t
print("--")
for t in itertools.islice(gen("c"), 1):
    print("got", t.name)
del t
print("--")
for t in itertools.takewhile(lambda t: t.name != "d1", gen("d")):
    print("got", t.name)
del t
print("--")
