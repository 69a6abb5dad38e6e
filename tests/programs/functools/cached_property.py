# cached_property, and a property beside it.
from functools import cached_property
class Data:
    def __init__(self, items): self.items = items
    @cached_property
    def total(self):
        "Sum of items."
        print("computing")
        return sum(self.items)
    @property
    def live(self):
        print("live")
        return sum(self.items)
d = Data([1, 2])
print(d.total, d.total, d.__dict__)
d.items.append(10)
print(d.total, d.live)
del d.total
print(d.total)
d.total = "overwritten"
print(d.total, Data.total.__doc__, type(Data.total).__name__, Data.total.attrname)
e = Data([5])
print(e.total, "total" in e.__dict__)
class Slots:
    __slots__ = ()
    @cached_property
    def x(self): return 1
try:
    Slots().x
except TypeError as error:
    print(error)
class Sub(Data):
    @cached_property
    def total(self): return "sub " + str(super().total)
s = Sub([7])
print(s.total, s.__dict__)
class Fail:
    n = 0
    @cached_property
    def v(self):
        Fail.n += 1
        if Fail.n < 3:
            raise ValueError(Fail.n)
        return "ok"
f = Fail()
for _ in range(4):
    try:
        print(f.v)
    except ValueError as error:
        print("failed", error)
