# Nested containers are taken apart in order.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


class Node:
    def __init__(self, name, *children):
        self.name = name
        self.children = children

    def __del__(self):
        print("node", self.name)


x = [T(1), [T(2), (T(3), {"k": T(4), "l": [T(5)]}), T(6)], T(7)]
del x
print("--")
tree = Node("root", Node("left", Node("ll"), Node("lr")), Node("right"))
tree = None
print("--")
d = {"list": [T("a"), T("b")], "tuple": (T("c"), [T("d")])}
d["list"] = d["tuple"]
print("--")
d.pop("tuple")
print("shared")
d.clear()
