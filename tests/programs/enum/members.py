# What becomes a member and what does not.
from enum import Enum, member, nonmember
class Weird(Enum):
    A = []
    B = None
    C = 0
    D = False
    E = lambda x: x
    F = nonmember(7)
    G = member(len)
    _private = "member too"
    __dunder__ = "no member"
    class Inner:
        pass
    prop = property(lambda self: self.name)
print([m.name for m in Weird], Weird.D is Weird.C, Weird.F, Weird.G.value("abc"), Weird([]), Weird(None), Weird.E(3), Weird.A.prop, Weird.__dunder__)
class Ignoring(Enum):
    _ignore_ = ["i"]
    for i in range(3):
        vars()[f"M{i}"] = i * 10
print(list(Ignoring))
