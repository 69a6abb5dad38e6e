"""Builds trees of nested lists: work for the memory manager.

`size` is how many trees of depth seven are built and dropped; each has 5461 nodes.
"""

import sys


class Random:
    def __init__(self):
        self.seed = 74755

    def next(self):
        self.seed = (self.seed * 1309 + 13849) & 65535
        return self.seed


class TreeBuilder:
    def __init__(self):
        self.random = Random()
        self.nodes = 0
        self.leaf_slots = 0

    def build(self, depth):
        self.nodes += 1
        if depth == 1:
            width = self.random.next() % 10 + 1
            self.leaf_slots += width
            return [None] * width
        children = [None] * 4
        for i in range(4):
            children[i] = self.build(depth - 1)
        return children


def run(size):
    nodes = 0
    slots = 0
    for _ in range(size):
        builder = TreeBuilder()
        tree = builder.build(7)
        if len(tree) != 4:
            raise AssertionError("the root must have four children")
        nodes += builder.nodes
        slots += builder.leaf_slots
    return "nodes %d slots %d" % (nodes, slots)


if __name__ == "__main__":
    print(run(int(sys.argv[1]) if len(sys.argv) > 1 else 10))
