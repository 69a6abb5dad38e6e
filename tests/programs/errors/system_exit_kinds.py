# What sys.exit stores, and the code of a tuple or a bool.
import sys

for value in 0, 3, True, "text", None, (1, 2), 2.5:
    try:
        sys.exit(value)
    except SystemExit as e:
        print(repr(e.code), e.args)
sys.exit((1, "two"))
