"""Aircraft collision detection: a radar that sees one frame after the other.

Motions are hashed to the voxels that they cross, then compared pair by pair within each
voxel. Maps are red-black trees. `size` is the number of frames that are looked at; the
simulated sky has 40 aircraft, some of which land and return.
"""

import sys

from cd_lib.detector import CollisionDetector
from cd_lib.simulator import Simulator

AIRCRAFT = 40


def run(size):
    simulator = Simulator(AIRCRAFT)
    detector = CollisionDetector()
    collisions = 0
    checksum = 0
    for i in range(size):
        for collision in detector.handle_frame(simulator.frame(i / 10.0)):
            collisions += 1
            checksum = (checksum * 31 + collision.code()) % 1000003
    detector.tracked.check()
    return "collisions %d checksum %d" % (collisions, checksum)


if __name__ == "__main__":
    print(run(int(sys.argv[1]) if len(sys.argv) > 1 else 50))
