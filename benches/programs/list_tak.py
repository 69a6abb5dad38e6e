"""Takeuchi's function on the lengths of linked lists.

`size` is how often tak(15, 10, 6) is computed; each answer is a list of ten.
"""

import sys


class Element:
    def __init__(self, value):
        self.value = value
        self.next = None

    def length(self):
        if self.next is None:
            return 1
        return 1 + self.next.length()


def make_list(length):
    if length == 0:
        return None
    element = Element(length)
    element.next = make_list(length - 1)
    return element


def is_shorter(x, y):
    while y is not None:
        if x is None:
            return True
        x = x.next
        y = y.next
    return False


def tak(x, y, z):
    if is_shorter(y, x):
        return tak(tak(x.next, y, z), tak(y.next, z, x), tak(z.next, x, y))
    return z


def run(size):
    total = 0
    for _ in range(size):
        total += tak(make_list(15), make_list(10), make_list(6)).length()
    return total


if __name__ == "__main__":
    print(run(int(sys.argv[1]) if len(sys.argv) > 1 else 10))
