# Equality and order go through elements; identity first.
class Odd:
    def __init__(self, n):
        self.n = n
    def __eq__(self, other):
        print("eq", self.n, getattr(other, "n", other))
        return self.n == getattr(other, "n", other)
    def __lt__(self, other):
        print("lt", self.n, other.n)
        return self.n < other.n
    __hash__ = None
a, b, c = Odd(1), Odd(2), Odd(1)
print([a, b] == [a, b])
print([a, b] == [c, b])
print([a] == [b])
print([a, b] < [c, a])
print(b in [a, b], c in [a], [a, b, c].index(c), [a, b, c].count(a), 1 in [a])
print([a] == [a, b], (a,) == (c,), [a] == (a,))
try:
    hash(a)
except TypeError as error:
    print(error)
x = [b, a]
x.remove(c)
print(len(x))
