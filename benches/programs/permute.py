"""All permutations by recursive swapping.

`size` is how often six elements are permuted; each time the recursive function
runs 1957 times and the swaps are undone, which is checked.
"""

import sys


class Permuter:
    def __init__(self, length):
        self.items = list(range(length))
        self.calls = 0
        self.moved = 0

    def permute(self, n):
        self.calls += 1
        if n == 0:
            self.moved += self.items[0] != 0
            return
        last = n - 1
        self.permute(last)
        for i in range(last - 1, -1, -1):
            self.swap(last, i)
            self.permute(last)
            self.swap(last, i)

    def swap(self, i, j):
        held = self.items[i]
        self.items[i] = self.items[j]
        self.items[j] = held


def run(size):
    calls = 0
    moved = 0
    for _ in range(size):
        permuter = Permuter(6)
        permuter.permute(6)
        if permuter.items != list(range(6)):
            raise AssertionError("the swaps were not undone")
        calls += permuter.calls
        moved += permuter.moved
    return "calls %d moved %d" % (calls, moved)


if __name__ == "__main__":
    print(run(int(sys.argv[1]) if len(sys.argv) > 1 else 10))
