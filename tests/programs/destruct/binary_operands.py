# Both operands of a binary operator die after the result exists.
class N:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)

    def __add__(self, other):
        print("add", self.name, other.name)
        return N(f"({self.name}+{other.name})")

    def __neg__(self):
        return N(f"-{self.name}")


r = N("a") + N("b")
print("have", r.name)
r = N("p") + N("q") + N("r")
print("have", r.name)
r = -(N("s") + -N("t"))
print("have", r.name)
del r
print("end")
