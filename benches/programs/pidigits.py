"""Digits of pi with big integers: J. Gibbons' unbounded spigot (2006).

`size` is the number of digits. Shows the last ten and the sum of all; every digit is
checked against Machin's formula.
"""

import sys


def spigot():
    """The digits of pi, one after the other, without end."""
    q, r, t, k, m, x = 1, 0, 1, 1, 3, 3
    while True:
        if 4 * q + r - t < m * t:
            yield m
            q, r, m = 10 * q, 10 * (r - m * t), 10 * (3 * q + r) // t - 10 * m
        else:
            q, r, t, k, m, x = (
                q * k,
                (2 * q + r) * x,
                t * x,
                k + 1,
                (q * (7 * k + 2) + r * x) // (t * x),
                x + 2,
            )


def arctan_of_inverse(n, unity):
    """arctan(1/n) times unity."""
    power = unity // n
    total = power
    divisor = 1
    square = n * n
    while power:
        power = -power // square
        divisor += 2
        total += power // divisor
    return total


def machin(digits):
    """The digits of pi as one integer."""
    guard = 10
    unity = 10 ** (digits + guard)
    pi = 4 * (4 * arctan_of_inverse(5, unity) - arctan_of_inverse(239, unity))
    return pi // 10 ** (guard + 1)


def run(size):
    digits = spigot()
    number = 0
    total = 0
    for _ in range(size):
        digit = next(digits)
        number = number * 10 + digit
        total += digit
    if number != machin(size):
        raise AssertionError("the spigot and Machin's formula disagree")
    return "%010d sum %d" % (number % 10**10, total)


if __name__ == "__main__":
    print(run(int(sys.argv[1]) if len(sys.argv) > 1 else 500))
