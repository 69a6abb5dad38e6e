# An error in the body of an imported module.
import sys

sys.path.insert(0, "modules")


def load():
    import broken

    return broken


load()
