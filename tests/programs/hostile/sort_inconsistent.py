# sort with comparisons that lie, raise or return odd objects.
class Liar:
    def __init__(self, n):
        self.n = n

    def __lt__(self, other):
        return True

    def __repr__(self):
        return str(self.n)


class Raiser(Liar):
    def __lt__(self, other):
        if self.n == 5 or other.n == 5:
            raise KeyError("five")
        return self.n < other.n


class Odd(Liar):
    def __lt__(self, other):
        return [] if self.n > other.n else [0]


class BadBool:
    def __bool__(self):
        raise ZeroDivisionError("no truth")


class Bad(Liar):
    def __lt__(self, other):
        return BadBool()


for cls in Liar, Raiser, Odd, Bad:
    for size in 2, 10, 100:
        l = [cls(i * 7 % size) for i in range(size)]
        try:
            l.sort()
            print(cls.__name__, size, sorted(x.n for x in l) == list(range(size)))
        except Exception as e:
            print(cls.__name__, size, repr(e), sorted(x.n for x in l) == list(range(size)))
nan = float("nan")
l = [3.0, nan, 1.0, nan, 2.0]
l.sort()
print(len(l), sum(x != x for x in l))
