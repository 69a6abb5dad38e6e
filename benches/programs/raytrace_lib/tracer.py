"""The camera and the recursion over reflections."""

from .shapes import Ray
from .vector import Vector

AMBIENT = 0.15
MAX_DEPTH = 3


class Camera:
    def __init__(self, position, width):
        self.position = position
        self.width = width

    def ray(self, x, y):
        across = (x + 0.5) / self.width * 2.0 - 1.0
        up = 1.0 - (y + 0.5) / self.width * 2.0
        return Ray(self.position, Vector(across, up, 1.8).normalized())


class Tracer:
    def __init__(self, scene):
        self.scene = scene
        self.rays = 0

    def trace(self, ray, depth=0):
        """The colour that comes back along a ray."""
        self.rays += 1
        hit = self.scene.nearest(ray)
        if hit is None:
            return self.scene.background
        color = self.shade(hit)
        mirror = hit.material.reflectivity
        if depth >= MAX_DEPTH or mirror == 0.0:
            return color
        direction = ray.direction.reflected(hit.normal)
        reflection = self.trace(Ray(hit.outside, direction), depth + 1)
        return color * (1.0 - mirror) + mirror * reflection

    def shade(self, hit):
        brightness = AMBIENT
        for light, direction in self.scene.visible_lights(hit):
            brightness += light.intensity * max(0.0, hit.normal.dot(direction))
        return hit.material.color * brightness
