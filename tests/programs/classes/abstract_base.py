# abc: abstract methods, properties, registration.
from abc import ABC, ABCMeta, abstractmethod
class Shape(ABC):
    @abstractmethod
    def area(self): "Area."
    @property
    @abstractmethod
    def name(self): ...
    @classmethod
    @abstractmethod
    def make(cls): ...
    @staticmethod
    @abstractmethod
    def util(): ...
    def describe(self): return f"{self.name}: {self.area()}"
class Half(Shape):
    def area(self): return 1
class Full(Half):
    name = property(lambda self: "full")
    @classmethod
    def make(cls): return cls()
    @staticmethod
    def util(): return "u"
class One(ABC):
    @abstractmethod
    def only(self): return "base implementation"
class OneImpl(One):
    def only(self): return "impl + " + super().only()
print(Full.make().describe(), Full.util(), OneImpl().only(), sorted(Half.__abstractmethods__), sorted(Full.__abstractmethods__), isinstance(Full(), Shape))
for c in (Shape, Half, One):
    try:
        c()
    except TypeError as error:
        print(error)
class WithMeta(metaclass=ABCMeta):
    @abstractmethod
    def f(self): ...
try:
    WithMeta()
except TypeError as error:
    print(error)
class Duck: pass
One.register(Duck)
print(isinstance(Duck(), One), issubclass(Duck, One), One in Duck.__mro__, Duck().__class__.__name__)
@One.register
class Goose: pass
print(issubclass(Goose, One), type(One).__name__, Shape.area.__isabstractmethod__, getattr(Full.area, "__isabstractmethod__", False))
class Hook(ABC):
    @classmethod
    def __subclasshook__(cls, c):
        if cls is Hook:
            return any("quack" in vars(b) for b in c.__mro__) or NotImplemented
        return NotImplemented
class Q:
    def quack(self): ...
print(isinstance(Q(), Hook), issubclass(int, Hook))
