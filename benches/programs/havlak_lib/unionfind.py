"""Disjoint sets of blocks, each represented by its loop's header."""


class UnionFindNode:
    def __init__(self, block, number):
        self.parent = self
        self.block = block
        self.number = number
        self.loop = None

    def find(self):
        """The representative, with path compression."""
        path = []
        node = self
        while node is not node.parent:
            if node.parent is not node.parent.parent:
                path.append(node)
            node = node.parent
        for each in path:
            each.parent = node
        return node

    def union(self, header):
        self.parent = header
