# The list is empty while it is sorted; objects dropped in the meantime die.
class T:
    def __init__(self, n):
        self.n = n

    def __del__(self):
        print("del", self.n)


l = [T(2), T(1)]


def key(t):
    print("key", t.n, len(l))
    return t.n


l.sort(key=key)
print([t.n for t in l])
l.sort(key=lambda t: T(-t.n).n)
print([t.n for t in l])
l = sorted(l, key=lambda t: (t.n, T("in key"))[0])
print([t.n for t in l])
