# Indexing around both ends of lists, tuples, strings, bytes and ranges.
for x in [1, 2, 3], (1, 2, 3), "abc", b"abc", range(3):
    out = []
    for i in -5, -4, -3, -1, 0, 2, 3, 4, True, -(2 ** 62), 2 ** 62, -(2 ** 63), 2 ** 64:
        try:
            out.append(x[i])
        except IndexError:
            out.append("-")
    print(type(x).__name__, out)
l = [1, 2, 3]
for i in -4, -3, 3, -(2 ** 63), 2 ** 63:
    try:
        l[i] = 9
        print(l)
    except IndexError as e:
        print(i, e)
for i in -10, -3, 0, 3, 10, -(2 ** 70), 2 ** 70:
    try:
        m = [1, 2, 3]
        m.insert(i, "x")
        print(i, m)
    except OverflowError as e:
        print(i, e)
