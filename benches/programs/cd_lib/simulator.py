"""A sky full of aircraft on circling courses."""

from math import cos, sin

from .vectors import Vector3


class Aircraft:
    def __init__(self, number):
        self.number = number
        self.speed = 0.2 + number % 7 * 0.05
        self.radius = 4.0 + number % 5 * 2.0
        self.center_x = number % 8 * 4.0
        self.center_y = number // 8 * 4.0

    @property
    def callsign(self):
        return self.number

    def is_flying(self, time):
        """Every fifth one lands now and then."""
        return self.number % 5 != 0 or int(time) % 4 != self.number % 4

    def position(self, time):
        angle = self.number + time * self.speed
        return Vector3(
            self.center_x + self.radius * cos(angle),
            self.center_y + self.radius * sin(angle),
            10.0 + sin(angle * 3.0),
        )


class Simulator:
    def __init__(self, count):
        self.fleet = [Aircraft(number) for number in range(count)]

    def frame(self, time):
        """The positions by callsign of those in the air, as (callsign, position)."""
        return [
            (each.callsign, each.position(time))
            for each in self.fleet
            if each.is_flying(time)
        ]
