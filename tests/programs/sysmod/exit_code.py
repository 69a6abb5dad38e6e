# sys.exit runs finally blocks and gives the exit code.
import sys
try:
    sys.exit("caught")
except SystemExit as error:
    print(repr(error), error.code)
for value in (None, 0, 5, True, [1], "text"):
    try:
        sys.exit(value)
    except SystemExit as error:
        print(repr(error.code), error.args)
try:
    sys.exit()
except SystemExit as error:
    print(error.code, error.args)
def f():
    try:
        sys.exit(7)
    finally:
        print("finally before exit")
class CM:
    def __enter__(self): return self
    def __exit__(self, kind, value, tb):
        print("with exit", kind.__name__, value.code)
with CM():
    try:
        f()
    except Exception:
        print("not caught by Exception")
print("never")
