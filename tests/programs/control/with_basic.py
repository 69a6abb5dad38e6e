# with: order of entry and exit, targets, several items, suppression.
class CM:
    def __init__(self, name, suppress=False):
        self.name, self.suppress = name, suppress
    def __enter__(self):
        print("enter", self.name)
        return self.name + "!"
    def __exit__(self, kind, value, traceback):
        print("exit", self.name, kind.__name__ if kind else None, value, traceback is not None)
        return self.suppress
with CM("a") as a:
    print("body", a)
with CM("b") as b, CM("c"), CM("d") as d:
    print(b, d)
with (CM("e") as e, CM("f", True) as f,):
    print(e, f)
    raise ValueError("suppressed")
try:
    with CM("g"):
        raise KeyError("out")
except KeyError as error:
    print("caught", error)
def f():
    with CM("h"):
        return "value"
print(f())
for i in range(3):
    with CM(f"loop{i}"):
        if i == 0:
            continue
        break
with CM("i", True), CM("j"):
    raise TypeError("through j, stopped at i")
class T:
    def __enter__(self):
        return [1, (2, 3)]
    def __exit__(self, *args):
        print(args)
with T() as [x, (y, z)]:
    print(x, y, z)
o = {}
with CM("k") as o["key"]:
    print(o)
