"""The spectral norm of an infinite matrix, by the power method.

The matrix is A[i][j] = 1 / ((i+j)(i+j+1)/2 + i + 1) (Hundred-Dollar, Hundred-Digit
Challenge, problem 3). `size` is how much of it is looked at; 100 gives 1.274219991.
"""

import sys
from math import sqrt


def entry(i, j):
    return 1.0 / ((i + j) * (i + j + 1) // 2 + i + 1)


def times(vector):
    """A times the vector."""
    return [
        sum([entry(i, j) * value for j, value in enumerate(vector)])
        for i in range(len(vector))
    ]


def times_transposed(vector):
    """The transpose of A times the vector."""
    result = []
    for i in range(len(vector)):
        total = 0.0
        for j in range(len(vector)):
            total += entry(j, i) * vector[j]
        result.append(total)
    return result


def dot(u, v):
    return sum([a * b for a, b in zip(u, v)])


def run(size):
    u = [1.0] * size
    v = u
    for _ in range(10):
        v = times_transposed(times(u))
        u = times_transposed(times(v))
    return "%.9f" % sqrt(dot(u, v) / dot(v, v))


if __name__ == "__main__":
    print(run(int(sys.argv[1]) if len(sys.argv) > 1 else 100))
