# Shifts by all kinds of counts.
for v in (1, -1, 5, -5, 2**40, -2**40, 0):
    for s in (0, 1, 3, 30, 31, 32, 61, 62, 63, 64, 65, 100):
        print(v << s, v >> s, end=" | ")
    print()
left = lambda a, b: a << b
right = lambda a, b: a >> b
for shift, a, b in ((left, 1, -1), (right, 1, -1), (left, 0, -5), (left, 1, 1.0), (right, 1.0, 1), (left, "a", 1), (right, 2**70, -1)):
    try:
        print(shift(a, b))
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)
print(0 << 10**20, 1 >> 10**20, -1 >> 10**20)
print(True << 3, 8 >> True)
