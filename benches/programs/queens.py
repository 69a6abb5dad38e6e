"""The eight queens problem by backtracking.

`size` is how often all 92 placements are counted, the first one shown.
"""

import sys


class Board:
    def __init__(self, width):
        self.width = width
        self.free_rows = [True] * width
        self.free_rising = [True] * (2 * width)
        self.free_falling = [True] * (2 * width)
        self.row_of = [-1] * width
        self.solutions = 0
        self.first = None

    def is_free(self, row, column):
        return (
            self.free_rows[row]
            and self.free_rising[row + column]
            and self.free_falling[column - row + self.width - 1]
        )

    def mark(self, row, column, free):
        self.free_rows[row] = free
        self.free_rising[row + column] = free
        self.free_falling[column - row + self.width - 1] = free

    def place(self, column):
        if column == self.width:
            self.solutions += 1
            if self.first is None:
                self.first = "".join([str(row) for row in self.row_of])
            return
        for row in range(self.width):
            if self.is_free(row, column):
                self.row_of[column] = row
                self.mark(row, column, False)
                self.place(column + 1)
                self.mark(row, column, True)
        self.row_of[column] = -1


def run(size):
    total = 0
    first = None
    for _ in range(size):
        board = Board(8)
        board.place(0)
        total += board.solutions
        first = board.first
    return "%d placements, first %s" % (total, first)


if __name__ == "__main__":
    print(run(int(sys.argv[1]) if len(sys.argv) > 1 else 10))
