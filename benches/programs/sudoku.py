"""A sudoku solver: candidates as bits, propagation, then search at the tightest cell.

`size` is the number of puzzles. They are made from shuffled grids by leaving out
every cell whose absence leaves exactly one solution.
"""

import sys

ALL = 0x1FF


def make_units():
    rows = [[r * 9 + c for c in range(9)] for r in range(9)]
    columns = [[r * 9 + c for r in range(9)] for c in range(9)]
    boxes = [
        [(br * 3 + r) * 9 + bc * 3 + c for r in range(3) for c in range(3)]
        for br in range(3)
        for bc in range(3)
    ]
    return rows + columns + boxes


UNITS = make_units()
UNITS_OF = [[unit for unit in UNITS if cell in unit] for cell in range(81)]
PEERS = [
    sorted({other for unit in UNITS_OF[cell] for other in unit if other != cell})
    for cell in range(81)
]
BIT_COUNT = [bin(bits).count("1") for bits in range(ALL + 1)]


class Contradiction(Exception):
    """A cell or a digit has no place left."""


class Grid:
    """The candidates of each cell, one bit for each digit."""

    def __init__(self, candidates=None):
        self.candidates = [ALL] * 81 if candidates is None else candidates

    def copy(self):
        return Grid(self.candidates[:])

    def assign(self, cell, bit):
        if not self.candidates[cell] & bit:
            raise Contradiction()
        for other in range(9):
            other_bit = 1 << other
            if other_bit != bit:
                self.eliminate(cell, other_bit)

    def eliminate(self, cell, bit):
        before = self.candidates[cell]
        if not before & bit:
            return
        left = before & ~bit
        self.candidates[cell] = left
        if left == 0:
            raise Contradiction()
        if BIT_COUNT[left] == 1:
            for peer in PEERS[cell]:
                self.eliminate(peer, left)
        for unit in UNITS_OF[cell]:
            places = [each for each in unit if self.candidates[each] & bit]
            if not places:
                raise Contradiction()
            if len(places) == 1 and self.candidates[places[0]] != bit:
                self.assign(places[0], bit)

    def tightest(self):
        """The open cell with the fewest candidates, or None."""
        best = None
        fewest = 10
        for cell in range(81):
            count = BIT_COUNT[self.candidates[cell]]
            if 1 < count < fewest:
                best, fewest = cell, count
        return best

    def digits(self):
        return "".join([str(bits.bit_length()) for bits in self.candidates])


class Solver:
    def __init__(self, limit):
        self.limit = limit
        self.guesses = 0
        self.solutions = []

    def solve(self, puzzle):
        """Finds at most `limit` solutions of a puzzle, a string with dots for holes."""
        grid = Grid()
        try:
            for cell, char in enumerate(puzzle):
                if char != ".":
                    grid.assign(cell, 1 << (int(char) - 1))
        except Contradiction:
            return self.solutions
        self.search(grid)
        return self.solutions

    def search(self, grid):
        cell = grid.tightest()
        if cell is None:
            self.solutions.append(grid.digits())
            return
        for digit in range(9):
            bit = 1 << digit
            if grid.candidates[cell] & bit and len(self.solutions) < self.limit:
                self.guesses += 1
                attempt = grid.copy()
                try:
                    attempt.assign(cell, bit)
                except Contradiction:
                    continue
                self.search(attempt)


class PuzzleMaker:
    def __init__(self, seed):
        self.seed = seed
        self.guesses = 0

    def below(self, limit):
        self.seed = (self.seed * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.seed >> 8) % limit

    def shuffled(self, items):
        items = list(items)
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items

    def lines(self):
        """The nine lines, shuffled within and among their bands."""
        bands = self.shuffled(range(3))
        return [band * 3 + line for band in bands for line in self.shuffled(range(3))]

    def full_grid(self):
        digits = self.shuffled("123456789")
        columns = self.lines()
        return "".join(
            [digits[(r * 3 + r // 3 + c) % 9] for r in self.lines() for c in columns]
        )

    def make(self):
        solution = self.full_grid()
        puzzle = list(solution)
        for cell in self.shuffled(range(81)):
            kept = puzzle[cell]
            puzzle[cell] = "."
            solver = Solver(2)
            if len(solver.solve("".join(puzzle))) != 1:
                puzzle[cell] = kept
            self.guesses += solver.guesses
        return "".join(puzzle), solution


def run(size):
    clues = 0
    guesses = 0
    last = ""
    for number in range(size):
        maker = PuzzleMaker(number * 7919 + 1)
        puzzle, solution = maker.make()
        solver = Solver(1)
        if solver.solve(puzzle) != [solution]:
            raise AssertionError("puzzle %d was not solved" % number)
        clues += 81 - puzzle.count(".")
        guesses += maker.guesses + solver.guesses
        last = solution[:9]
    return "clues %d guesses %d last %s" % (clues, guesses, last)


if __name__ == "__main__":
    print(run(int(sys.argv[1]) if len(sys.argv) > 1 else 3))
