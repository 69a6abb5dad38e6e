# A syntax error in an imported module.
import sys

sys.path.insert(0, "modules")
print("before")
import unparsable
