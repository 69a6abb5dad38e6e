# Two modules that import each other.
import sys

sys.path.insert(0, "modules")
import circular_a
