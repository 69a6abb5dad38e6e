# An error in a function of an imported module.
import sys

sys.path.insert(0, "modules")
import helper

print(helper.divide(4, 2))
print(helper.divide(1, 0))
