"""Vectors in space, also used for colours."""

from math import sqrt


class Vector:
    __slots__ = ("x", "y", "z")

    def __init__(self, x, y, z):
        self.x = x
        self.y = y
        self.z = z

    def __repr__(self):
        return "Vector(%r, %r, %r)" % (self.x, self.y, self.z)

    def __iter__(self):
        yield self.x
        yield self.y
        yield self.z

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y, self.z + other.z)

    def __sub__(self, other):
        return Vector(self.x - other.x, self.y - other.y, self.z - other.z)

    def __mul__(self, other):
        """Times a number, or channel by channel times another colour."""
        if isinstance(other, Vector):
            return Vector(self.x * other.x, self.y * other.y, self.z * other.z)
        return Vector(self.x * other, self.y * other, self.z * other)

    __rmul__ = __mul__

    def dot(self, other):
        return self.x * other.x + self.y * other.y + self.z * other.z

    def length(self):
        return sqrt(self.dot(self))

    def normalized(self):
        return self * (1.0 / self.length())

    def reflected(self, normal):
        return self - normal * (2.0 * self.dot(normal))

    def clamped(self):
        return Vector(min(1.0, self.x), min(1.0, self.y), min(1.0, self.z))
