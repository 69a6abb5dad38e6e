"""Havlak's algorithm: back edges by depth-first numbers, then collapsing from inside."""

from .loops import LoopKind, LoopNest
from .unionfind import UnionFindNode


class LoopFinder:
    def __init__(self, graph):
        self.graph = graph
        self.nest = LoopNest()
        self.number_of = {}
        self.nodes = []
        self.last = []
        self.back = []
        self.forward = []

    def find(self):
        self.number_blocks()
        self.classify_edges()
        for number in range(len(self.nodes) - 1, -1, -1):
            self.find_loop_at(number)
        self.nest.close()
        return self.nest

    def number_blocks(self):
        """Numbers the blocks in preorder; `last` is the highest below each."""
        path = [self.enter(self.graph.start)]
        while path:
            number, successors = path[-1]
            for successor in successors:
                if successor not in self.number_of:
                    path.append(self.enter(successor))
                    break
            else:
                self.last[number] = len(self.nodes) - 1
                path.pop()

    def enter(self, block):
        """Numbers one block: its number and an iterator over its successors."""
        number = len(self.nodes)
        self.number_of[block] = number
        self.nodes.append(UnionFindNode(block, number))
        self.last.append(number)
        return number, iter(block.successors)

    def is_ancestor(self, ancestor, number):
        return ancestor <= number <= self.last[ancestor]

    def classify_edges(self):
        for number, node in enumerate(self.nodes):
            back = []
            forward = set()
            for predecessor in node.block.predecessors:
                source = self.number_of.get(predecessor)
                if source is None:
                    continue
                if self.is_ancestor(number, source):
                    back.append(source)
                else:
                    forward.add(source)
            self.back.append(back)
            self.forward.append(forward)

    def find_loop_at(self, number):
        """Collects the loop that `number` heads, if it heads one."""
        header = self.nodes[number]
        kind = LoopKind.REDUCIBLE
        body = []
        for source in self.back[number]:
            if source == number:
                kind = LoopKind.SELF
            else:
                representative = self.nodes[source].find()
                if representative not in body:
                    body.append(representative)
        if not body and kind is not LoopKind.SELF:
            return
        if body:
            kind = LoopKind.REDUCIBLE
        worklist = list(body)
        while worklist:
            node = worklist.pop()
            for source in sorted(self.forward[node.number]):
                representative = self.nodes[source].find()
                if not self.is_ancestor(number, representative.number):
                    kind = LoopKind.IRREDUCIBLE
                    self.forward[number].add(representative.number)
                elif representative is not header and representative not in body:
                    body.append(representative)
                    worklist.append(representative)
        self.make_loop(kind, header, body)

    def make_loop(self, kind, header, body):
        loop = self.nest.new_loop(kind, header.block)
        header.loop = loop
        for node in body:
            node.union(header)
            if node.loop is not None:
                node.loop.set_parent(loop)
            else:
                loop.add_block(node.block)
