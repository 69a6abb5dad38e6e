# Generators as methods, with closures, defaults, star arguments, recursion.
class Bag:
    def __init__(self, *items): self.items = items
    def __iter__(self):
        for i in self.items: yield i
    def pairs(self, other):
        for a in self:
            for b in other: yield a, b
    @property
    def doubled(self):
        for i in self: yield i * 2
    @classmethod
    def build(cls, n):
        for i in range(n): yield cls(*range(i))
    @staticmethod
    def stat(*args, **kw):
        yield args
        yield kw
    def super_iter(self): yield from self
class Sub(Bag):
    def super_iter(self):
        yield "sub"
        yield from super().super_iter()
b = Bag(1, 2)
print(list(b), list(b), list(b.pairs("xy")), list(b.doubled), [list(x) for x in Bag.build(3)], list(Bag.stat(1, k=2)), list(Sub(9).super_iter()))
def make(n):
    total = 0
    def gen():
        nonlocal total
        for i in range(n):
            total += i
            yield total
    return gen, lambda: total
gen, total = make(4)
it = gen()
next(it), next(it)
print(total(), list(it), total())
def defaults(a, b=[], *c, d=5, **e):
    b.append(a)
    yield a, list(b), c, d, e
print(list(defaults(1)), list(defaults(2)), list(defaults(3, [0], 4, d=6, z=7)))
x = defaults(9)
print("not started")
print(next(x))
def countdown(n):
    while n > 0:
        n = (yield n) or n - 1
c = countdown(10)
print(next(c), next(c), c.send(3), next(c), list(c))
g1 = (yield_ for yield_ in "ok")
print("".join(g1))
def lam(): return lambda: (yield 5)
print(list(lam()()))
