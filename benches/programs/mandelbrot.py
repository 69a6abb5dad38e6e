"""The Mandelbrot set on a square grid, packed into bits.

`size` is the width of the grid. Shows how many points are inside and a
checksum of the bitmap's bytes.
"""

import sys

LIMIT = 50


def escapes(cr, ci):
    zr = 0.0
    zi = 0.0
    zr2 = 0.0
    zi2 = 0.0
    for _ in range(LIMIT):
        zi = 2.0 * zr * zi + ci
        zr = zr2 - zi2 + cr
        zr2 = zr * zr
        zi2 = zi * zi
        if zr2 + zi2 > 4.0:
            return True
    return False


def run(size):
    inside = 0
    checksum = 0
    for y in range(size):
        ci = 2.0 * y / size - 1.0
        byte = 0
        bits = 0
        for x in range(size):
            cr = 2.0 * x / size - 1.5
            if escapes(cr, ci):
                byte <<= 1
            else:
                byte = (byte << 1) | 1
                inside += 1
            bits += 1
            if bits == 8 or x == size - 1:
                byte <<= 8 - bits
                checksum = (checksum * 31 + byte) % 65521
                byte = 0
                bits = 0
    return "inside %d checksum %d" % (inside, checksum)


if __name__ == "__main__":
    print(run(int(sys.argv[1]) if len(sys.argv) > 1 else 200))
