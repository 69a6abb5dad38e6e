# sys: constants and small functions.
import sys
print(sys.maxsize, sys.byteorder, sys.version_info[:2], sys.version_info >= (3, 8), sys.version_info.major, type(sys.version).__name__, sys.maxunicode)
print(sys.argv[1:], isinstance(sys.path, list), isinstance(sys.modules, dict), "sys" in sys.modules, sys.modules["sys"] is sys, sys.implementation.name != "", isinstance(sys.platform, str))
sys.stdout.write("written\n")
sys.stderr.write("to stderr\n")
print(sys.float_info.max, sys.float_info.epsilon, sys.float_info.dig, sys.float_info.min)
print(sys.getrecursionlimit() >= 500, sys.intern("abc") == "abc", sys.intern("x" * 3) is sys.intern("xxx"))
old = sys.getrecursionlimit()
sys.setrecursionlimit(old + 100)
print(sys.getrecursionlimit() - old)
for f in (lambda: sys.setrecursionlimit(-1), lambda: sys.setrecursionlimit("a"), lambda: sys.intern(5), lambda: sys.nothing):
    try:
        f()
    except (ValueError, TypeError, AttributeError) as error:
        print(type(error).__name__, error)
class W:
    def __init__(self): self.text = ""
    def write(self, s): self.text += s
saved, sys.stdout = sys.stdout, W()
print("captured", 1, 2)
w, sys.stdout = sys.stdout, saved
print(repr(w.text))
try:
    1 / 0
except ZeroDivisionError as error:
    kind, value, tb = sys.exc_info()
    print(kind.__name__, value is error, tb is error.__traceback__)
print(sys.exc_info(), sys.exception())
del tb, value
