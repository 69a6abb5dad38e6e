# A module that fails to import drops what it had made.
import sys

sys.path.insert(0, "modules")
try:
    import failing
except ValueError as e:
    print("caught", e)
print("failing" in sys.modules)
