"""Records what the benchmark programs print: record.py [PROGRAM…]

Run it with CPython 3.14. Each program runs at its short size; the output goes to
`benches/programs/expected/NAME.txt`, after a first line `# size N`.
"""

import os
import subprocess
import sys

import compare

EXPECTED = os.path.join(compare.PROGRAMS, "expected")


def record(name):
    size = compare.SIZES[name].short
    command = [sys.executable, os.path.join(compare.PROGRAMS, name + ".py"), str(size)]
    output = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    with open(os.path.join(EXPECTED, name + ".txt"), "wb") as file:
        file.write(b"# size %d\n" % size + output)
    return output


def main(names):
    if sys.version_info[:2] != (3, 14):
        print("record.py needs CPython 3.14", file=sys.stderr)
        return 2
    os.makedirs(EXPECTED, exist_ok=True)
    for name in names or compare.SIZES:
        print(name, record(name).decode().strip())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
