"""What rays can hit."""

from abc import ABC, abstractmethod
from math import floor, sqrt

from .vector import Vector

UP = Vector(0.0, 1.0, 0.0)


class Ray:
    def __init__(self, origin, direction):
        self.origin = origin
        self.direction = direction

    def at(self, distance):
        return self.origin + self.direction * distance


class Shape(ABC):
    @abstractmethod
    def distance_along(self, ray):
        """How far along the ray the shape is hit first, or None."""

    @abstractmethod
    def normal_at(self, point):
        """The direction that leads away from the shape."""

    @abstractmethod
    def material_at(self, point):
        """The colour and reflectivity there."""


class Sphere(Shape):
    def __init__(self, center, radius, material):
        self.center = center
        self.radius = radius
        self.material = material

    def distance_along(self, ray):
        to_center = self.center - ray.origin
        along = to_center.dot(ray.direction)
        squared = self.radius * self.radius - (to_center.dot(to_center) - along * along)
        if squared < 0.0:
            return None
        half = sqrt(squared)
        if along - half > 0.0:
            return along - half
        if along + half > 0.0:
            return along + half
        return None

    def normal_at(self, point):
        return (point - self.center).normalized()

    def material_at(self, point):
        return self.material


class Floor(Shape):
    """A horizontal plane with squares in two materials."""

    def __init__(self, height, even, odd):
        self.height = height
        self.even = even
        self.odd = odd

    def distance_along(self, ray):
        if ray.direction.y == 0.0:
            return None
        distance = (self.height - ray.origin.y) / ray.direction.y
        return distance if distance > 0.0 else None

    def normal_at(self, point):
        return UP

    def material_at(self, point):
        if (floor(point.x) + floor(point.z)) % 2 == 0:
            return self.even
        return self.odd
