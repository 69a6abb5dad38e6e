# Indexing and slicing strings.
s = "abcdefghij"
print(s[0], s[-1], s[5], s[-10])
for sl in (slice(None), slice(2, 5), slice(None, 3), slice(7, None), slice(-3, None), slice(None, -3), slice(None, None, 2),
           slice(None, None, -1), slice(8, 2, -2), slice(2, 8, -1), slice(-100, 100), slice(100, None), slice(5, 5), slice(None, None, 100),
           slice(None, None, -100), slice(-1, -100, -3)):
    print(sl, repr(s[sl]))
print(s[2:8][1:3], s[:][::-1][0], "x"[0][0][0], s[True], s[1:][:-1])
for index in (10, -11, 10**20, -10**20, "a", 1.0, None):
    try:
        print(s[index])
    except (IndexError, TypeError) as error:
        print(type(error).__name__, error)
try:
    s[0] = "x"
except TypeError as error:
    print(error)
try:
    del s[0]
except TypeError as error:
    print(error)
try:
    s[::0]
except ValueError as error:
    print(error)
u = "aé€😀z"
print(u[3], u[1:4], u[::-1], u[-2], [c for c in u], len(u))
