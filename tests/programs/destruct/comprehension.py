# Temporaries and the loop variable of comprehensions.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def make(*names):
    for n in names:
        yield T(n)


def f():
    print([t.name for t in make("a", "b", "c")])
    print("--")
    print({t.name: 1 for t in make("d", "e") if t.name != "d"})
    print("--")
    print(sorted({t.name for t in make("f", "g")}))
    print("--")
    t = T("outer t")
    kept = [t for t in make("h", "i")]
    print("t is", t.name)
    del kept
    print([(t.name, u.name) for t in make("j", "k") for u in make("l")])
    print("--")


f()
print(sum(len(t.name) for t in make("m", "nn")))
print([t.name for t in make("module level")])
