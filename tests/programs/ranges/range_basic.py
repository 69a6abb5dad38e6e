# range objects.
for r in (range(5), range(2, 6), range(0, 10, 3), range(5, 0, -1), range(10, 0, -3), range(0), range(5, 2), range(-3, 3), range(1, 2, 100)):
    print(r, list(r), len(r), r.start, r.stop, r.step, bool(r), list(reversed(r)), sum(r))
r = range(0, 100, 7)
print(r[0], r[-1], r[3], r[2:5], r[::-1], r[::2], r[-3:], r[100:], r[5:2], 14 in r, 15 in r, 14.0 in r, "a" in r, -7 in r, r.index(21), r.count(21), r.count(22))
print(range(3) == range(0, 3, 1), range(0) == range(2, 1), range(0, 3, 2) == range(0, 4, 2), hash(range(3)) == hash(range(0, 3)), range(1) != [0], {range(3): 1}[range(3)])
big = range(10**20, 10**20 + 5)
print(big, list(big), big[2], 10**20 + 3 in big, len(big), range(2**62, 2**63)[5], big.index(10**20 + 1))
for f in (lambda: r[99], lambda: range(1.5), lambda: range(1, 2, 0), lambda: range(), lambda: range("a"), lambda: r.index(5), lambda: len(range(2**64)), lambda: r["a"], lambda: range(1, 2, 3, 4)):
    try:
        print(f())
    except (IndexError, TypeError, ValueError, OverflowError) as error:
        print(type(error).__name__, error)
try:
    r[0] = 1
except TypeError as error:
    print(error)
try:
    r.start = 5
except AttributeError as error:
    print(error)
it = iter(range(3))
print(next(it), list(it), next(it, None), range(True, 3))
