# Writing and reading a text file of its own, with open and with.
import sys
name = sys.argv[0]
with open(name) as f:
    first = f.readline()
    second = f.readline()
    rest = f.read()
print(repr(first), repr(second), len(rest) > 100, f.closed)
with open(name, "r", encoding="utf-8") as f:
    lines = [line for line in f]
print(len(lines) == 2 + rest.count("\n"), lines[0] == first, lines[-1])
with open(name) as f:
    print(f.readlines() == lines, f.read() == "", f.readline() == "")
with open(name, "rb") as f:
    data = f.read()
print(type(data).__name__, data[:9], data.decode() == "".join(lines))
for bad in (lambda: open("does/not/exist.txt"), lambda: open(name, "q"), lambda: open(".")):
    try:
        bad()
    except (OSError, ValueError) as error:
        print(type(error).__name__, error)
f = open(name)
f.close()
try:
    f.read()
except ValueError as error:
    print(error)
# the last line: é
