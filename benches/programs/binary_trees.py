"""Many short-lived binary trees beside one that lives long (after H. Boehm's GC bench).

`size` is the depth of the deepest tree.
"""

import sys


class Tree:
    def __init__(self, left, right):
        self.left = left
        self.right = right

    def count(self):
        if self.left is None:
            return 1
        return 1 + self.left.count() + self.right.count()


def build(depth):
    if depth == 0:
        return Tree(None, None)
    return Tree(build(depth - 1), build(depth - 1))


def run(size):
    smallest = 4
    deepest = max(smallest + 2, size)
    report = ["stretch %d" % build(deepest + 1).count()]
    long_lived = build(deepest)
    for depth in range(smallest, deepest + 1, 2):
        trees = 1 << (deepest - depth + smallest)
        nodes = 0
        for _ in range(trees):
            nodes += build(depth).count()
        report.append("%d of depth %d: %d" % (trees, depth, nodes))
    report.append("long-lived %d" % long_lived.count())
    return "; ".join(report)


if __name__ == "__main__":
    print(run(int(sys.argv[1]) if len(sys.argv) > 1 else 9))
