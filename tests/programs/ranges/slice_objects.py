# slice objects and what __getitem__ receives.
class Show:
    def __getitem__(self, key):
        return key
    def __setitem__(self, key, value):
        print("set", key, value)
    def __delitem__(self, key):
        print("del", key)
s = Show()
print(s[1], s[1:2], s[:], s[::], s[1:2:3], s[:, 1], s[1:2, ::3], s[...], s["a":"b"], s[()], s[1,], s[-1:], s[None:None], s[(1, 2)])
s[1:2] = 5
class Both(Show):
    def __getitem__(self, key):
        print("get", key)
        return 1
b = Both()
b[::2] += 5
del s[1:], s["x"]
x = slice(1, 10, 2)
print(x, x.start, x.stop, x.step, slice(5), slice(None), slice(1, None), x == slice(1, 10, 2), x.indices(5), slice(None, None, -1).indices(4), slice(-3, None).indices(10))
print("abcdefghijkl"[x], list(range(20))[x], (0, 1, 2)[slice(-2, None)], hash(slice(1, 2)) == hash(slice(1, 2)))
class I:
    def __init__(self, n):
        self.n = n
    def __index__(self):
        return self.n
print("abcdef"[I(1):I(4)], [1, 2, 3][I(-1)], (1, 2, 3)[I(0):], range(10)[I(2):I(5)])
for f in (lambda: slice(), lambda: slice(1, 2, 3, 4), lambda: slice(1, 2, 0).indices(5), lambda: "abc"["a":]):
    try:
        print(f())
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
