# Unpacking and iteration over objects that misbehave.
class Get:
    def __init__(self, n):
        self.n = n

    def __getitem__(self, i):
        if i < self.n:
            return i
        raise IndexError


class BadGet:
    def __getitem__(self, i):
        raise KeyError(i)


class NoNext:
    def __iter__(self):
        return object()


class Selfless:
    def __iter__(self):
        return None


class IterRaises:
    def __iter__(self):
        raise LookupError("iter")


class Ends:
    def __iter__(self):
        return self

    def __next__(self):
        raise StopIteration("early")


class NextRaises(Ends):
    def __next__(self):
        raise ValueError("next")


class Disabled:
    __iter__ = None


def two(x):
    a, b = x
    return a, b


def star(x):
    a, *b = x
    return a, b


for make in (lambda: Get(2), lambda: Get(1), BadGet, NoNext, Selfless, IterRaises, Ends,
             NextRaises, Disabled, lambda: {1: 1, 2: 2}, lambda: "ab", lambda: (x for x in "ab")):
    for f in two, star, list, tuple, sum, max, lambda x: [*x], lambda x: 5 in x:
        try:
            result = f(make())
        except Exception as e:
            result = type(e).__name__
        print(result, end="; ")
    print()
