"""Finds the pairs of aircraft that come too near between two frames."""

from math import floor, sqrt

from .redblack import RedBlackTree
from .vectors import Vector2, Vector3

NEAR = 1.0
VOXEL = 2.0
NEIGHBOURS = [
    Vector2(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx != 0 or dy != 0
]


class Collision:
    def __init__(self, first, second, where):
        self.first = first
        self.second = second
        self.where = where

    def code(self):
        where = self.where
        return (
            self.first * 1009
            + self.second * 9173
            + int((where.x + where.y + where.z) * 1000.0)
        )


class Motion:
    """The straight way of one aircraft between two frames."""

    def __init__(self, callsign, start, end):
        self.callsign = callsign
        self.start = start
        self.end = end

    def delta(self):
        return self.end - self.start

    def at(self, time):
        return self.start + self.delta() * time

    def first_contact(self, other):
        """The first time in 0..1 when both are within reach, or None.

        Solves |d + t v| = NEAR for the relative start d and velocity v.
        """
        distance = self.start - other.start
        velocity = self.delta() - other.delta()
        c = distance.dot(distance) - NEAR * NEAR
        if c <= 0.0:
            return 0.0
        a = velocity.dot(velocity)
        b = distance.dot(velocity)
        if a == 0.0 or b >= 0.0:
            return None
        discriminant = b * b - a * c
        if discriminant < 0.0:
            return None
        time = (-b - sqrt(discriminant)) / a
        return time if time <= 1.0 else None

    def crosses(self, voxel):
        """Whether the way comes within half of NEAR of the voxel (clipping by slabs)."""
        low = 0.0
        high = 1.0
        delta = self.delta()
        for start, step, index in (
            (self.start.x, delta.x, voxel.x),
            (self.start.y, delta.y, voxel.y),
        ):
            near = index * VOXEL - NEAR / 2.0
            far = (index + 1) * VOXEL + NEAR / 2.0
            if step == 0.0:
                if not near <= start <= far:
                    return False
                continue
            enter = (near - start) / step
            leave = (far - start) / step
            if enter > leave:
                enter, leave = leave, enter
            low = max(low, enter)
            high = min(high, leave)
            if low > high:
                return False
        return True


class VoxelMap:
    def __init__(self):
        self.tree = RedBlackTree()

    def add(self, motion):
        """Files the motion under every voxel that it crosses."""
        start = Vector2(floor(motion.start.x / VOXEL), floor(motion.start.y / VOXEL))
        self._visit(motion, start, RedBlackTree())

    def _visit(self, motion, voxel, seen):
        if voxel in seen or not motion.crosses(voxel):
            return
        seen.put(voxel, True)
        motions = self.tree.get(voxel)
        if motions is None:
            motions = []
            self.tree.put(voxel, motions)
        motions.append(motion)
        for step in NEIGHBOURS:
            self._visit(motion, voxel + step, seen)

    def shared(self):
        """The lists of motions that share a voxel."""
        for _, motions in self.tree:
            if len(motions) > 1:
                yield motions


class CollisionDetector:
    def __init__(self):
        self.tracked = RedBlackTree()

    def handle_frame(self, frame):
        """The collisions since the last frame, ordered by callsigns."""
        motions = self._update(frame)
        voxels = VoxelMap()
        for motion in motions:
            voxels.add(motion)
        found = RedBlackTree()
        for group in voxels.shared():
            for i, one in enumerate(group):
                for two in group[i + 1 :]:
                    time = one.first_contact(two)
                    if time is not None:
                        where = (one.at(time) + two.at(time)) * 0.5
                        found.put(
                            Vector2(one.callsign, two.callsign),
                            Collision(one.callsign, two.callsign, where),
                        )
        return [collision for _, collision in found]

    def _update(self, frame):
        """Notes the new positions and forgets who has gone; the motions made."""
        motions = []
        present = RedBlackTree()
        for callsign, position in frame:
            present.put(callsign, position)
            previous = self.tracked.put(callsign, position)
            motions.append(Motion(callsign, previous or position, position))
        gone = [callsign for callsign, _ in self.tracked if callsign not in present]
        for callsign in gone:
            self.tracked.remove(callsign)
        return motions
