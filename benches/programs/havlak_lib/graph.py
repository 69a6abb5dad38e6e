"""Basic blocks and their edges."""


class BasicBlock:
    def __init__(self, name):
        self.name = name
        self.successors = []
        self.predecessors = []

    def __repr__(self):
        return "BB#%d" % self.name


class ControlFlowGraph:
    def __init__(self):
        self.blocks = []
        self.edges = 0

    @property
    def start(self):
        return self.blocks[0]

    def new_block(self):
        block = BasicBlock(len(self.blocks))
        self.blocks.append(block)
        return block

    def connect(self, source, target):
        source.successors.append(target)
        target.predecessors.append(source)
        self.edges += 1
