# A finaliser that changes the list from which its object was dropped.
class T:
    def __init__(self, n):
        self.n = n

    def __repr__(self):
        return f"T({self.n})"

    def __del__(self):
        print("del", self.n, l)
        if self.n == 1:
            l.append("appended")
        if self.n == 3:
            l.clear()


l = [T(i) for i in range(6)]
l[0] = "zero"
l[1] = "one"
del l[2]
print(l[:3])
l[2:3] = ["slice"]
print(l)
l = [T(1)]
l.pop(0)
print(l)
