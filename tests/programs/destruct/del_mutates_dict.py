# A finaliser that changes the dict from which its object was dropped.
class T:
    def __init__(self, n):
        self.n = n

    def __repr__(self):
        return f"T({self.n})"

    def __del__(self):
        print("del", self.n, sorted(d, key=str))
        if self.n == 1:
            d["added"] = 1
        if self.n == 2:
            d.clear()
        if self.n == 3:
            d[3] = T(33)


d = {i: T(i) for i in range(1, 5)}
d[1] = "one"
del d[2]
print(d)
d = {3: T(3), 4: T(4)}
d.pop(3)
print(sorted(d))
d.clear()
print(d)
