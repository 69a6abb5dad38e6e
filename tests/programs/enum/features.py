# Methods, missing, nonmember-like attributes, inheritance, ordering.
from enum import Enum
class Base(Enum):
    def shout(self): return self.name + "!"
    @classmethod
    def parse(cls, text): return cls[text.upper()]
class Animal(Base):
    CAT = "meow"
    DOG = "woof"
    @classmethod
    def _missing_(cls, value):
        print("missing", value)
        return cls.DOG if value == "bark" else None
    def __str__(self): return f"<{self.value}>"
    def __lt__(self, o): return self.value < o.value
    @staticmethod
    def count(): return len(Animal)
print(Animal.CAT.shout(), Animal.parse("dog"), Animal("bark"), str(Animal.CAT), sorted([Animal.DOG, Animal.CAT]), Animal.count(), Animal.__bases__[0].__name__, issubclass(Animal, Enum))
try:
    Animal("moo")
except ValueError as error:
    print(error)
class Op(Enum):
    ADD = "+"
    SUB = "-"
    def __call__(self, a, b): return a + b if self is Op.ADD else a - b
    @property
    def inverse(self): return Op.SUB if self is Op.ADD else Op.ADD
print(Op.ADD(5, 3), Op.SUB(5, 3), Op("+").inverse, [op(1, 2) for op in Op], {op: op.value for op in Op})
class Coord(tuple, Enum):
    ORIGIN = (0, 0)
    UNIT = (1, 1)
print(Coord.UNIT[0], Coord.ORIGIN == (0, 0), len(Coord.UNIT), repr(Coord.UNIT))
class State(Enum):
    IDLE, RUN, DONE = range(3)
    def next(self): return State((self.value + 1) % len(State))
s = State.IDLE
for _ in range(4):
    print(s, end=" ")
    s = s.next()
print(s.name)
