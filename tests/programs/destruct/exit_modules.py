# Globals of imported modules and of the main module at exit.
import sys

sys.path.insert(0, "modules")
import keeper


class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del main", self.name)


x = T("x")
keeper.held = T("held by keeper")
y = keeper.Thing("y")
print("end of program")
