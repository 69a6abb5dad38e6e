"""The outer planets' motion around the sun by symplectic integration.

`size` is the number of steps of 0.01 days. Shows the system's energy before
and after; the two differ only in the fourth place.
"""

import sys
from math import pi, sqrt

SOLAR_MASS = 4.0 * pi * pi
DAYS_PER_YEAR = 365.24


class Body:
    def __init__(self, x, y, z, vx, vy, vz, mass):
        self.x = x
        self.y = y
        self.z = z
        self.vx = vx * DAYS_PER_YEAR
        self.vy = vy * DAYS_PER_YEAR
        self.vz = vz * DAYS_PER_YEAR
        self.mass = mass * SOLAR_MASS

    def kinetic_energy(self):
        return 0.5 * self.mass * (self.vx**2 + self.vy**2 + self.vz**2)

    def distance_to(self, other):
        dx = self.x - other.x
        dy = self.y - other.y
        dz = self.z - other.z
        return sqrt(dx * dx + dy * dy + dz * dz)


def planets():
    """The sun and the four outer planets: positions in astronomical units."""
    return [
        Body(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0),
        Body(
            4.84143144246472090e00,
            -1.16032004402742839e00,
            -1.03622044471123109e-01,
            1.66007664274403694e-03,
            7.69901118419740425e-03,
            -6.90460016972063023e-05,
            9.54791938424326609e-04,
        ),
        Body(
            8.34336671824457987e00,
            4.12479856412430479e00,
            -4.03523417114321381e-01,
            -2.76742510726411104e-03,
            4.99852801234917238e-03,
            2.30417297573763929e-05,
            2.85885980666130812e-04,
        ),
        Body(
            1.28943695621391310e01,
            -1.51111514016986312e01,
            -2.23307578892655734e-01,
            2.96460137564761618e-03,
            2.37847173959480950e-03,
            -2.96589568540237556e-05,
            4.36624404335156298e-05,
        ),
        Body(
            1.53796971148509165e01,
            -2.59193146099879641e01,
            1.79258772950371181e-01,
            2.68067772490389322e-03,
            1.62824170038242295e-03,
            -9.51592254519715870e-05,
            5.15138902046611451e-05,
        ),
    ]


class System:
    def __init__(self):
        self.bodies = planets()
        self.rest()

    def rest(self):
        """Gives the sun the momentum that makes the total zero."""
        px = py = pz = 0.0
        for body in self.bodies:
            px += body.vx * body.mass
            py += body.vy * body.mass
            pz += body.vz * body.mass
        sun = self.bodies[0]
        sun.vx = -px / SOLAR_MASS
        sun.vy = -py / SOLAR_MASS
        sun.vz = -pz / SOLAR_MASS

    def energy(self):
        total = 0.0
        for i, body in enumerate(self.bodies):
            total += body.kinetic_energy()
            for other in self.bodies[i + 1 :]:
                total -= body.mass * other.mass / body.distance_to(other)
        return total

    def advance(self, dt):
        bodies = self.bodies
        count = len(bodies)
        for i in range(count):
            a = bodies[i]
            for j in range(i + 1, count):
                b = bodies[j]
                dx = a.x - b.x
                dy = a.y - b.y
                dz = a.z - b.z
                squared = dx * dx + dy * dy + dz * dz
                pull = dt / (squared * sqrt(squared))
                a.vx -= dx * b.mass * pull
                a.vy -= dy * b.mass * pull
                a.vz -= dz * b.mass * pull
                b.vx += dx * a.mass * pull
                b.vy += dy * a.mass * pull
                b.vz += dz * a.mass * pull
        for body in bodies:
            body.x += dt * body.vx
            body.y += dt * body.vy
            body.z += dt * body.vz


def run(size):
    system = System()
    before = system.energy()
    for _ in range(size):
        system.advance(0.01)
    return "%.9f %.9f" % (before, system.energy())


if __name__ == "__main__":
    print(run(int(sys.argv[1]) if len(sys.argv) > 1 else 20000))
