# What a finaliser finds in the module's globals at exit.
class T:
    def __init__(self, name, *look):
        self.name = name
        self.look = look

    def __del__(self):
        print(self.name, [str(globals().get(n, "missing"))[:6] for n in self.look])


before = "before"
_gone = "gone"
x = T("x", "before", "_gone", "after")
after = "after "
y = T("y", "before", "x", "after")
print("end of program")
