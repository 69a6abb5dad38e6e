# A tree is taken apart node by node: the order of finalisers.
class Tree:
    def __init__(self, name, *kids):
        self.name = name
        self.first = list(kids)
        self.second = Leaf("leaf of " + name)

    def __del__(self):
        print("tree", self.name)


class Leaf:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print(self.name)


t = Tree("1", Tree("1.1", Tree("1.1.1")), Tree("1.2"), Tree("1.3", Tree("1.3.1"), Tree("1.3.2")))
print("made")
t = None
