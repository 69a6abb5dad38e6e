"""Balls bouncing in a box; counts the bounces.

`size` is how many balls move for 50 steps; 100 balls bounce 1331 times.
"""

import sys

WIDTH = 500
HEIGHT = 500
STEPS = 50


class Random:
    """The little congruential generator of the Stanford benchmarks."""

    def __init__(self):
        self.seed = 74755

    def next(self):
        self.seed = (self.seed * 1309 + 13849) & 65535
        return self.seed


class Ball:
    def __init__(self, random):
        self.x = random.next() % WIDTH
        self.y = random.next() % HEIGHT
        self.dx = random.next() % 300 - 150
        self.dy = random.next() % 300 - 150

    def move(self):
        """One step; says whether a wall was hit."""
        hit = False
        self.x += self.dx
        self.y += self.dy
        if self.x > WIDTH:
            self.x = WIDTH
            self.dx = -abs(self.dx)
            hit = True
        if self.x < 0:
            self.x = 0
            self.dx = abs(self.dx)
            hit = True
        if self.y > HEIGHT:
            self.y = HEIGHT
            self.dy = -abs(self.dy)
            hit = True
        if self.y < 0:
            self.y = 0
            self.dy = abs(self.dy)
            hit = True
        return hit


def run(size):
    random = Random()
    balls = [Ball(random) for _ in range(size)]
    bounces = 0
    for _ in range(STEPS):
        for ball in balls:
            if ball.move():
                bounces += 1
    return bounces


if __name__ == "__main__":
    print(run(int(sys.argv[1]) if len(sys.argv) > 1 else 100))
