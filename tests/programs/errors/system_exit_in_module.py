# sys.exit inside an imported module and inside nested handlers.
import sys

sys.path.insert(0, "modules")
try:
    import exits
except SystemExit as e:
    print("caught", e.code)
try:
    try:
        sys.exit("inner")
    except SystemExit:
        raise ValueError("outer")
except ValueError as e:
    print(repr(e), repr(e.__context__))
exit_code = 9
sys.exit(exit_code)
