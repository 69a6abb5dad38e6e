# Abstract base classes in ordinary designs.
from abc import ABC, abstractmethod
class Repository(ABC):
    def __init__(self): self.log = []
    @abstractmethod
    def get(self, key): ...
    @abstractmethod
    def put(self, key, value): ...
    def get_or(self, key, default):
        try:
            return self.get(key)
        except KeyError:
            self.log.append(key)
            return default
class Memory(Repository):
    def __init__(self):
        super().__init__()
        self.d = {}
    def get(self, key): return self.d[key]
    def put(self, key, value): self.d[key] = value
class Layered(Repository):
    def __init__(self, *layers):
        super().__init__()
        self.layers = layers
    def get(self, key):
        for l in self.layers:
            try:
                return l.get(key)
            except KeyError:
                continue
        raise KeyError(key)
    def put(self, key, value): self.layers[0].put(key, value)
a, b = Memory(), Memory()
b.put("x", 1)
l = Layered(a, b)
l.put("y", 2)
print(l.get("x"), l.get("y"), l.get_or("z", "none"), l.log, a.d, b.d, isinstance(l, Repository), Repository.__subclasses__())
class Template(ABC):
    def run(self):
        return [self.first(), *self.middle(), self.last()]
    @abstractmethod
    def first(self): return "base first"
    def middle(self): return []
    last = abstractmethod(lambda self: None)
class T(Template):
    def first(self): return super().first() + "+"
    def last(self): return "L"
print(T().run(), Template.__abstractmethods__ == {"first", "last"})
class Partial(Template):
    def first(self): return 1
try:
    Partial()
except TypeError as error:
    print(error)
Partial.last = lambda self: 9
try:
    print(Partial().run())
except TypeError as error:
    print(error)
Dyn = type(Template)("Dyn", (Template,), {"first": lambda s: "f", "last": lambda s: "l"})
print(Dyn().run(), Dyn.__name__)
