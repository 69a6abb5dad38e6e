"""The towers of Hanoi with discs as objects on linked piles.

`size` is how often thirteen discs are moved; each time takes 8191 moves.
"""

import sys


class Disc:
    def __init__(self, diameter):
        self.diameter = diameter
        self.below = None


class Towers:
    def __init__(self, discs):
        self.piles = [None, None, None]
        self.moves = 0
        for diameter in range(discs, 0, -1):
            self.push(Disc(diameter), 0)

    def push(self, disc, pile):
        top = self.piles[pile]
        if top is not None and disc.diameter >= top.diameter:
            raise ValueError("a big disc may not lie on a smaller one")
        disc.below = top
        self.piles[pile] = disc

    def pop(self, pile):
        top = self.piles[pile]
        if top is None:
            raise ValueError("no disc on that pile")
        self.piles[pile] = top.below
        top.below = None
        return top

    def move_top(self, source, target):
        self.push(self.pop(source), target)
        self.moves += 1

    def move(self, discs, source, target):
        if discs == 1:
            self.move_top(source, target)
            return
        spare = 3 - source - target
        self.move(discs - 1, source, spare)
        self.move_top(source, target)
        self.move(discs - 1, spare, target)


def run(size):
    moves = 0
    for _ in range(size):
        towers = Towers(13)
        towers.move(13, 0, 1)
        if towers.piles[0] is not None or towers.piles[1].diameter != 1:
            raise AssertionError("the discs are not where they belong")
        moves += towers.moves
    return moves


if __name__ == "__main__":
    print(run(int(sys.argv[1]) if len(sys.argv) > 1 else 10))
