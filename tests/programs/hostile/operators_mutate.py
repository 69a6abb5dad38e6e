# Binary operators whose methods change, drop or replace their operands.
class N:
    def __init__(self, n):
        self.n = n

    def __add__(self, other):
        global a, b
        a = b = None
        return N(self.n + other.n)

    def __sub__(self, other):
        return NotImplemented

    def __rsub__(self, other):
        return ("rsub", self.n)

    def __iadd__(self, other):
        global a
        a = "replaced"
        return N(-1)

    def __mul__(self, other):
        del N.__mul__
        return "once"

    def __eq__(self, other):
        N.__eq__ = object.__eq__
        return "first"

    def __del__(self):
        log.append(self.n)


class M(N):
    def __rsub__(self, other):
        return ("M rsub", other.n)


log = []
a, b = N(1), N(2)
c = a + b
print(a, b, c.n, log)
print(N(5) - M(6), log)
try:
    print(N(7) - N(8))
except TypeError as e:
    print(e)
a = N(9)
a += N(10)
print(a.n, log)
print(N(11) * 2)
try:
    N(12) * 2
except TypeError as e:
    print(e)
x = N(13)
print(x == x, x == x)
del x
print(log)
