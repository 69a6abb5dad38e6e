# Slice assignment and deletion: the old items die after the list is changed.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name, "len", len(l))


def fill(n):
    return [T(i) for i in range(n)]


l = []
l = fill(8)
del l[1:3]
print("--")
del l[::2]
print("--")
l[1:2] = [10, 20, 30]
print("--")
l[::2] = "abc"
print(len(l))
l = fill(4)
print("--")
l[1:3] = [T("new")]
print("--")
m = l[:2]
l = []
print("m holds")
m = None
