"""Pancake flips over all permutations (K. R. Anderson and D. Rettig, 1994).

`size` is how many pancakes: 7 gives checksum 228 and 16 flips, 9 gives 8629 and 30.
"""

import sys


def count_flips(permutation):
    """How often the first pancakes are turned until the smallest is on top."""
    stack = permutation[:]
    flips = 0
    first = stack[0]
    while first:
        stack[: first + 1] = stack[first::-1]
        flips += 1
        first = stack[0]
    return flips


def permutations(count):
    """All permutations by rotating ever longer heads, as lists that are reused."""
    current = list(range(count))
    rotations = [0] * count
    while True:
        yield current
        head = 1
        while True:
            if head == count:
                return
            current.insert(head, current.pop(0))
            rotations[head] += 1
            if rotations[head] <= head:
                break
            rotations[head] = 0
            head += 1


def run(size):
    checksum = 0
    most = 0
    sign = 1
    for permutation in permutations(size):
        flips = count_flips(permutation)
        if flips > most:
            most = flips
        checksum += sign * flips
        sign = -sign
    return "checksum %d flips %d" % (checksum, most)


if __name__ == "__main__":
    print(run(int(sys.argv[1]) if len(sys.argv) > 1 else 8))
