# Creating, indexing, length, equality.
a = [1, 2.5, "three", None, [4, 5], (6,)]
print(a, len(a), a[0], a[-1], a[4][1], a[-2][0], [], [[]], [1,], list(), list("abc"), list(range(4)), list({1: 2}), list((1, 2)))
print([1, 2] + [3], [0] * 4, 3 * [1, 2], [1] * 0, [1] * -5, [[]] * 2, 2 in [1, 2], "x" not in ["y"], [1, 2] == [1, 2], [1] != [1.0])
print([1, 2] < [1, 3], [1] < [1, 0], [] < [0], [2] > [1, 9, 9], [1, "a"] < [2, 5], [1, 2] <= [1, 2], ["b"] >= ["a", "z"])
for index in (6, -7, 10**20, "a", 1.0, None, (0,)):
    try:
        print(a[index])
    except (IndexError, TypeError) as error:
        print(type(error).__name__, error)
a[0] = "first"
a[-1] = "last"
print(a)
for f in (lambda: a.__setitem__(10, 1), lambda: [].pop(), lambda: a.__delitem__(99), lambda: list(5), lambda: [1] < [None], lambda: [1] + (2,), lambda: a.nothing):
    try:
        f()
    except (IndexError, TypeError, AttributeError) as error:
        print(type(error).__name__, error)
loop = [1]
loop.append(loop)
print(loop, loop[1] is loop, [loop, loop])
b = a[:]
c = a
print(b == a, b is a, c is a, bool([]), bool([0]))
