"""Times a program's iterations inside one process: steady.py PROGRAM SIZE ITERATIONS

Prints `iteration K SECONDS` for each call of the program's `run(SIZE)`, then the result,
which must be the same each time.
"""

import sys
import time


def main(arguments):
    if len(arguments) != 3:
        print("usage: steady.py PROGRAM SIZE ITERATIONS")
        return 2
    name = arguments[0]
    if name.endswith(".py"):
        name = name[:-3]
    size = int(arguments[1])
    program = __import__(name)
    first = None
    for k in range(1, int(arguments[2]) + 1):
        start = time.perf_counter()
        result = program.run(size)
        seconds = time.perf_counter() - start
        print("iteration %d %.9f" % (k, seconds), flush=True)
        if first is None:
            first = result
        elif result != first:
            print("iteration %d gave %s instead of %s" % (k, result, first))
            return 1
    print(first)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
