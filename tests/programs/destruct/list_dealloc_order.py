# A dying list, and a cleared one, drops its items from the last to the first.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def fill(n):
    return [T(i) for i in range(n)]


l = fill(5)
del l
print("--")
l = fill(5)
l.clear()
print("--")
l = fill(5)
l[:] = []
print("--")
l = fill(5)
l *= 0
print(l)
l = [fill(2), fill(2)]
del l
print("--")
