# Slice assignment and deletion.
def fresh():
    return list(range(8))
a = fresh()
a[2:5] = "xyz"
print(a)
a[2:5] = []
print(a)
a[1:1] = [10, 20, 30]
print(a)
a[:] = [1, 2]
print(a)
a[5:10] = [7]
print(a)
a = fresh()
a[::2] = "abcd"
print(a)
a[::-2] = [1, 2, 3, 4]
print(a)
a[6:2:-1] = range(100, 104)
print(a)
del a[1:3], a[0]
print(a)
del a[::2]
print(a)
a = fresh()
del a[::3]
print(a)
a = fresh()
del a[5:2:-1], a[:]
print(a)
a = fresh()
a[2:6] = a
print(a)
a[3:1] = ["in"]
print(a, a[slice(1, 3)], a[-100:2])
for f in (lambda: a.__setitem__(slice(None, None, 2), [1]), lambda: a.__setitem__(slice(0, 2), 5), lambda: a[::0], lambda: a["a":], lambda: a[1.0:2]):
    try:
        f()
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)
