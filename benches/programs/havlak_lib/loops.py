"""The loop nest that the finder builds."""

from enum import Enum


class LoopKind(Enum):
    ROOT = "root"
    REDUCIBLE = "reducible"
    IRREDUCIBLE = "irreducible"
    SELF = "self"


class Loop:
    def __init__(self, kind, header):
        self.kind = kind
        self.header = header
        self.blocks = []
        self.children = []
        self.parent = None
        if header is not None:
            self.blocks.append(header)

    def add_block(self, block):
        self.blocks.append(block)

    def set_parent(self, parent):
        self.parent = parent
        parent.children.append(self)

    def depth(self):
        return 1 + max([child.depth() for child in self.children], default=0)


class LoopNest:
    """All loops found, under one root that stands for the whole routine."""

    def __init__(self):
        self.root = Loop(LoopKind.ROOT, None)
        self.loops = []

    def new_loop(self, kind, header):
        loop = Loop(kind, header)
        self.loops.append(loop)
        return loop

    def close(self):
        """Hangs the outermost loops under the root."""
        for loop in self.loops:
            if loop.parent is None:
                loop.set_parent(self.root)

    def count_by_kind(self):
        counts = {LoopKind.REDUCIBLE: 0, LoopKind.IRREDUCIBLE: 0, LoopKind.SELF: 0}
        for loop in self.loops:
            counts[loop.kind] += 1
        return tuple(counts.values())

    def deepest(self):
        return self.root.depth() - 1

    def checksum(self):
        total = 0
        for loop in self.loops:
            for block in loop.blocks:
                total = (total * 31 + block.name) % 1000003
        return total
