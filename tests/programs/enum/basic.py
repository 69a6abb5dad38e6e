# Enum: members, lookup, iteration, comparison.
from enum import Enum
class Color(Enum):
    RED = 1
    GREEN = 2
    BLUE = 3
    CRIMSON = 1
    def describe(self): return f"{self.name} is {self.value}"
    @classmethod
    def favourite(cls): return cls.BLUE
    @property
    def lower(self): return self.name.lower()
print(Color.RED, repr(Color.RED), Color.RED.name, Color.RED.value, Color["GREEN"], Color(3), Color.CRIMSON, Color.CRIMSON is Color.RED, list(Color), len(Color), Color.RED.describe(), Color.favourite(), Color.RED.lower)
print(Color.RED == Color.RED, Color.RED == 1, Color.RED != Color.BLUE, Color.RED is Color(1), Color.RED in Color, isinstance(Color.RED, Color), type(Color.RED), Color, {Color.RED: "r"}[Color.CRIMSON], hash(Color.RED) == hash(Color(1)), bool(Color.RED))
print(list(Color.__members__), [c.name for c in reversed(Color)], f"{Color.RED} {Color.RED!r} {Color.RED:>12}", "%s" % Color.BLUE, str(Color.GREEN), [Color.RED], 1 in Color, 99 in Color, Color.__members__["CRIMSON"])
for f in (lambda: Color(9), lambda: Color["NOPE"], lambda: Color.NOPE, lambda: setattr(Color, "RED", 5), lambda: setattr(Color.RED, "value", 5), lambda: Color.RED < Color.BLUE, lambda: delattr(Color, "RED"), lambda: type("Sub", (Color,), {}), lambda: Color(), lambda: Color.RED + 1):
    try:
        print(f())
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        print(type(error).__name__, error)
class Planet(Enum):
    EARTH = (5.97e24, 6.37e6)
    MARS = (6.42e23, 3.39e6)
    def __init__(self, mass, radius): self.mass, self.radius = mass, radius
    @property
    def gravity(self): return round(6.67e-11 * self.mass / self.radius ** 2, 2)
print(Planet.EARTH.gravity, Planet.MARS.mass, Planet.EARTH.value, Planet((6.42e23, 3.39e6)))
for c in Color:
    print(c, c.value, c is Color(c.value))
