# sys.exit(True) exits with 1; an int larger than a byte is cut.
import sys

try:
    sys.exit(True)
finally:
    sys.exit(256 + 5)
