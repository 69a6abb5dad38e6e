# A cycle broken by hand needs no collector.
class Node:
    def __init__(self, name):
        self.name = name
        self.other = None

    def __del__(self):
        print("del", self.name)


a, b = Node("a"), Node("b")
a.other, b.other = b, a
a.other = None
del a
print("a is held by b")
del b
print("--")
l = [Node("item")]
l.append(l)
l.pop()
del l
print("--")
d = {"n": Node("value")}
d["self"] = d
d.clear()
print("end")
