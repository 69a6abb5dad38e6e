"""Loop recognition in control-flow graphs.

The algorithm of P. Havlak, "Nesting of reducible and irreducible loops" (1997). A
builder lays out `size` routines of nested loops, diamonds and loops with two entries,
and knows what must be found.
"""

import sys

from havlak_lib.finder import LoopFinder
from havlak_lib.graph import ControlFlowGraph


class GraphBuilder:
    """Makes the graph block by block and counts the loops that it makes."""

    def __init__(self):
        self.graph = ControlFlowGraph()
        self.reducible = 0
        self.self_loops = 0
        self.irreducible = 0
        self.deepest = 0

    def block(self):
        return self.graph.new_block()

    def connect(self, source, target):
        self.graph.connect(source, target)

    def straight(self, start, length):
        for _ in range(length):
            following = self.block()
            self.connect(start, following)
            start = following
        return start

    def diamond(self, start):
        left = self.block()
        right = self.block()
        join = self.block()
        self.connect(start, left)
        self.connect(start, right)
        self.connect(left, join)
        self.connect(right, join)
        return join

    def loop(self, start, depth, level=1):
        """A loop with `depth` loops nested in it; the answer is the block after it."""
        self.reducible += 1
        self.deepest = max(self.deepest, level)
        header = self.straight(start, 1)
        body = self.diamond(header)
        if depth > 0:
            body = self.loop(body, depth - 1, level + 1)
            body = self.loop(self.diamond(body), depth - 1, level + 1)
        body = self.straight(body, 2)
        self.connect(body, header)
        return self.straight(body, 1)

    def self_loop(self, start):
        self.self_loops += 1
        block = self.straight(start, 1)
        self.connect(block, block)
        return self.straight(block, 1)

    def two_entries(self, start):
        """Two blocks in a cycle, both entered from outside."""
        self.irreducible += 1
        first = self.block()
        second = self.block()
        self.connect(start, first)
        self.connect(start, second)
        self.connect(first, second)
        self.connect(second, first)
        return self.straight(second, 1)


def build(routines):
    builder = GraphBuilder()
    start = builder.block()
    for i in range(routines):
        start = builder.diamond(start)
        start = builder.loop(start, 2 + i % 2)
        start = builder.self_loop(start)
        start = builder.two_entries(start)
    builder.straight(start, 1)
    return builder


def run(size):
    builder = build(size)
    for _ in range(2):
        nest = LoopFinder(builder.graph).find()
        found = nest.count_by_kind()
        expected = (builder.reducible, builder.irreducible, builder.self_loops)
        if found != expected:
            raise AssertionError("found %r but made %r" % (found, expected))
        if nest.deepest() != builder.deepest:
            raise AssertionError("the nesting is wrong")
    return "%d blocks, %d edges, %d+%d+%d loops, depth %d, checksum %d" % (
        len(builder.graph.blocks),
        builder.graph.edges,
        found[0],
        found[1],
        found[2],
        nest.deepest(),
        nest.checksum(),
    )


if __name__ == "__main__":
    print(run(int(sys.argv[1]) if len(sys.argv) > 1 else 40))
