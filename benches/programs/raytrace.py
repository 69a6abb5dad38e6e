"""A recursive ray tracer (T. Whitted, 1980): spheres over a chequered floor.

`size` is the width of the square picture. Shows the mean brightness, a checksum of the
pixels and how many rays were cast.
"""

import sys

from raytrace_lib.scene import Light, Material, Scene
from raytrace_lib.shapes import Floor, Sphere
from raytrace_lib.tracer import Camera, Tracer
from raytrace_lib.vector import Vector


def make_scene():
    scene = Scene(background=Vector(0.2, 0.3, 0.5))
    scene.add_light(Light(Vector(-6.0, 8.0, -4.0), 0.8))
    scene.add_light(Light(Vector(5.0, 6.0, -8.0), 0.4))
    dark = Material(Vector(0.1, 0.1, 0.1), 0.1)
    pale = Material(Vector(0.9, 0.9, 0.8), 0.2)
    scene.add_shape(Floor(-1.0, pale, dark))
    for i in range(5):
        color = Vector(1.0 - i * 0.15, 0.3 + i * 0.1, 0.2 + i * 0.15)
        center = Vector(i * 1.6 - 3.2, i % 2 * 0.8 - 0.4, 4.0 + i % 3)
        scene.add_shape(Sphere(center, 0.8, Material(color, 0.3)))
    return scene


def run(size):
    tracer = Tracer(make_scene())
    camera = Camera(Vector(0.0, 0.5, -3.0), size)
    brightness = 0.0
    checksum = 0
    for y in range(size):
        for x in range(size):
            pixel = tracer.trace(camera.ray(x, y)).clamped()
            brightness += (pixel.x + pixel.y + pixel.z) / 3.0
            for channel in pixel:
                checksum = (checksum * 31 + int(channel * 255.0)) % 1000003
    return "mean %.6f checksum %d rays %d" % (
        brightness / (size * size),
        checksum,
        tracer.rays,
    )


if __name__ == "__main__":
    print(run(int(sys.argv[1]) if len(sys.argv) > 1 else 60))
