# Items handed through map, filter, zip and enumerate.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def make(*names):
    for n in names:
        yield T(n)


for n in map(lambda t: t.name, make("a", "b")):
    print("got", n)
print("--")
for t in filter(lambda t: t.name != "d", make("c", "d", "e")):
    print("got", t.name)
print("--")
for a, b in zip(make("f", "g"), make("h", "i")):
    print("got", a.name, b.name)
print("--")
for i, t in enumerate(make("j", "k")):
    print("got", i, t.name)
print("--")
for t in reversed([T("l"), T("m")]):
    print("got", t.name)
del t, a, b
print("--")
print(any(t.name == "o" for t in make("n", "o", "p")))
