# print: sep, end, file, flush, many kinds of values.
import sys
print()
print(1, 2, 3, sep="-")
print("a", "b", sep="", end="!\n")
print("x", end="")
print("y", end=None)
print("p", "q", sep=None)
print(*[1, 2], *"ab", sep=", ")
print([1, "a", None, 1.5, True], (1,), {"k": {1}}, {}, set(), b"b")
print("to stdout", file=sys.stdout, flush=True)
print("to stderr", file=sys.stderr)
print("none file", file=None)
class W:
    def __init__(self): self.parts = []
    def write(self, s): self.parts.append(s)
    def flush(self): self.parts.append("<flush>")
w = W()
print("a", 1, sep="|", file=w)
print("b", end="", file=w, flush=True)
print(file=w)
print(w.parts)
class S:
    def __str__(self): return "S!"
    def __repr__(self): return "R!"
print(S(), [S()])
print("multi\nline", "tab\tend", "é€😀", "quote'\"", "\\")
print(print("inner"), sep="?")
print("no newline at end of sep", "\n", "x", sep="")
for f in (lambda: print(1, sep=5), lambda: print(1, end=5), lambda: print(1, bad=2), lambda: print(1, file=5)):
    try:
        f()
    except (TypeError, AttributeError) as error:
        print(type(error).__name__, error)
sys.stdout.write("direct\n")
print(sys.stdout.write("") , end="\n\n")
