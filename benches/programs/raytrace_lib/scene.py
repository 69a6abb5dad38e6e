"""Lights, materials and the collection of everything."""

from .shapes import Ray

EPSILON = 1e-6


class Material:
    def __init__(self, color, reflectivity):
        self.color = color
        self.reflectivity = reflectivity


class Light:
    def __init__(self, position, intensity):
        self.position = position
        self.intensity = intensity


class Hit:
    def __init__(self, shape, distance, ray):
        self.distance = distance
        self.point = ray.at(distance)
        self.normal = shape.normal_at(self.point)
        self.material = shape.material_at(self.point)
        self.outside = self.point + self.normal * EPSILON


class Scene:
    def __init__(self, background):
        self.background = background
        self.shapes = []
        self.lights = []

    def add_shape(self, shape):
        self.shapes.append(shape)

    def add_light(self, light):
        self.lights.append(light)

    def nearest(self, ray):
        """The first hit of the ray, or None."""
        best = None
        nearest = None
        for shape in self.shapes:
            distance = shape.distance_along(ray)
            if distance is not None and (nearest is None or distance < nearest):
                best, nearest = shape, distance
        if best is None:
            return None
        return Hit(best, nearest, ray)

    def is_blocked(self, ray, limit):
        for shape in self.shapes:
            distance = shape.distance_along(ray)
            if distance is not None and distance < limit:
                return True
        return False

    def visible_lights(self, hit):
        """The lights that reach the place of the hit, as (light, direction)."""
        for light in self.lights:
            way = light.position - hit.outside
            distance = way.length()
            direction = way * (1.0 / distance)
            if not self.is_blocked(Ray(hit.outside, direction), distance):
                yield light, direction
