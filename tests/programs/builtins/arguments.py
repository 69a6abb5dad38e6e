# args: one 2 --three -x
# sys.argv.
import sys
print(len(sys.argv), sys.argv[1:], sys.argv[0].endswith("arguments.py"))
for i, a in enumerate(sys.argv[1:], 1):
    print(i, a, a.startswith("-"))
print(int(sys.argv[2]) * 21, type(sys.argv).__name__)
sys.argv.append("added")
print(sys.argv[-1], sys.argv[0])
