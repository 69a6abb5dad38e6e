# Slices with the smallest and largest bounds and steps.
import sys

big = sys.maxsize
values = [None, 0, 1, -1, 2, -2, big, -big, -big - 1, 2 ** 70, -(2 ** 70)]
data = list(range(5))
check = 0
for start in values:
    for stop in values:
        for step in values:
            if step == 0:
                continue
            s = slice(start, stop, step)
            a = data[s]
            assert list("01234"[s]) == [str(x) for x in a]
            assert list(tuple(data)[s]) == a
            assert list(range(5)[s]) == a
            assert [data[i] for i in range(*s.indices(5))] == a
            for x in a:
                check = (check * 31 + x + 1) % 1000003
            check = (check * 7 + len(a)) % 1000003
print(check)
l = list(range(5))
del l[::big]
print(l)
del l[::-big - 1]
print(l)
l[::-(2 ** 70)] = ["x"]
print(l)
try:
    l[::2] = [1]
except ValueError as e:
    print(e)
l[big:] = [7]
l[:-big] = [8]
print(l)
print(slice(None, None, -1).indices(0), slice(-(2 ** 70), 2 ** 70).indices(3))
