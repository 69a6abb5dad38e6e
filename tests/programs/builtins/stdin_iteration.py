# sys.stdin as an iterator of lines, read and readline.
import sys
first = sys.stdin.readline()
print(repr(first))
for line in sys.stdin:
    print(repr(line), len(line), line.split())
    if line.startswith("stop"):
        break
rest = sys.stdin.read()
print(repr(rest), repr(sys.stdin.readline()), repr(sys.stdin.read()))
