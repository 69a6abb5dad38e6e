# Abstract classes, registration by metaclass, operators, sorting, a visitor by dict.
from abc import ABC, ABCMeta, abstractmethod
from functools import total_ordering, reduce
import math
class Registry(ABCMeta):
    known = {}
    def __new__(mcls, name, bases, ns, **kw):
        cls = super().__new__(mcls, name, bases, ns)
        if not getattr(cls, "__abstractmethods__", None):
            mcls.known[kw.get("alias", name.lower())] = cls
        return cls
    def __init__(cls, name, bases, ns, **kw):
        super().__init__(name, bases, ns)
@total_ordering
class Shape(metaclass=Registry):
    @abstractmethod
    def area(self): ...
    @abstractmethod
    def scale(self, k): ...
    def __eq__(self, o): return self.area() == o.area()
    def __lt__(self, o): return self.area() < o.area()
    def __hash__(self): return hash(self.area())
    def __mul__(self, k): return self.scale(k)
    __rmul__ = __mul__
    def __repr__(self): return f"{type(self).__name__}[{self.area():.2f}]"
    @staticmethod
    def parse(text):
        name, *args = text.split()
        return Registry.known[name](*map(float, args))
class Circle(Shape):
    def __init__(self, r): self.r = r
    def area(self): return math.pi * self.r ** 2
    def scale(self, k): return Circle(self.r * k)
class Rect(Shape, alias="box"):
    def __init__(self, w, h): self.w, self.h = w, h
    def area(self): return self.w * self.h
    def scale(self, k): return type(self)(self.w * k, self.h * k)
class Square(Rect):
    def __init__(self, s, _=None): super().__init__(s, s)
shapes = [Shape.parse(t) for t in ("circle 1", "box 2 3", "square 2", "circle 0.5")]
print(shapes, sorted(shapes), max(shapes), sorted(Registry.known), 2 * shapes[1], shapes[2] * 3)
print(reduce(lambda a, s: a + s.area(), shapes, 0) > 14, Square(2) == Rect(1, 4), Square(2) >= Circle(1), len({Square(2), Rect(4, 1)}))
for f in (lambda: Shape(), lambda: Shape.parse("blob 1"), lambda: Shape.parse("box 1"), lambda: Square(2) < 5):
    try:
        print(f())
    except (TypeError, KeyError, AttributeError) as error:
        print(type(error).__name__, error)
