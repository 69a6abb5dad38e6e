# A module that raises while it loads is not kept.
import sys
for _ in range(2):
    try:
        import _fails
    except ValueError as error:
        print(error, "_fails" in sys.modules)
try:
    import _syntax
except SyntaxError as error:
    print(type(error).__name__, error.msg, error.lineno, "_syntax" in sys.modules)
try:
    _fails
except NameError as error:
    print(error)
try:
    import math.sub
except ModuleNotFoundError as error:
    print(error)
