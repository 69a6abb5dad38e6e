"""Matrix multiplication on lists of lists, of floats and of integers.

`size` is the width of the square matrices. The products are checked against vectors
(Freivalds' test), exactly for the integers.
"""

import sys


class Matrix:
    def __init__(self, rows):
        self.rows = rows
        self.height = len(rows)
        self.width = len(rows[0])

    @classmethod
    def build(cls, height, width, entry):
        return cls([[entry(i, j) for j in range(width)] for i in range(height)])

    def __getitem__(self, place):
        i, j = place
        return self.rows[i][j]

    def transposed(self):
        return Matrix([list(column) for column in zip(*self.rows)])

    def __matmul__(self, other):
        if self.width != other.height:
            raise ValueError("the shapes do not fit")
        columns = other.transposed().rows
        result = []
        for row in self.rows:
            line = []
            for column in columns:
                total = 0
                for k in range(self.width):
                    total += row[k] * column[k]
                line.append(total)
            result.append(line)
        return Matrix(result)

    def apply(self, vector):
        return [sum([a * b for a, b in zip(row, vector)]) for row in self.rows]

    def trace(self):
        return sum([self[i, i] for i in range(self.height)])


def run(size):
    a = Matrix.build(size, size, lambda i, j: (i * 7 + j * 3) % 11 - 5)
    b = Matrix.build(size, size, lambda i, j: (i * 5 - j * 2) % 13 - 6)
    product = a @ b
    probe = [i % 3 - 1 for i in range(size)]
    if product.apply(probe) != a.apply(b.apply(probe)):
        raise AssertionError("the product of the integers is wrong")

    step = 1.0 / size / size
    c = Matrix.build(size, size, lambda i, j: step * (i - j) * (i + j))
    floats = c @ c.transposed()
    expected = c.apply(c.transposed().apply([1.0] * size))
    for x, y in zip(floats.apply([1.0] * size), expected):
        if abs(x - y) > 1e-9 * max(1.0, abs(y)):
            raise AssertionError("the product of the floats is wrong")
    return "trace %d and %.6f" % (product.trace(), floats.trace())


if __name__ == "__main__":
    print(run(int(sys.argv[1]) if len(sys.argv) > 1 else 80))
