# sys.exit() without argument is success.
import sys

try:
    sys.exit()
except SystemExit as e:
    print(repr(e), e.code)
try:
    sys.exit(None)
finally:
    print("bye")
