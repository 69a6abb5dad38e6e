# Methods of list.
a = [3, 1, 2]
print(a.append(4), a, a.extend([5, 6]), a, a.extend("ab"), a, a.insert(0, "x"), a, a.insert(-1, "y"), a, a.insert(100, "z"), a, a.insert(-100, "w"), a)
print(a.pop(), a.pop(0), a.pop(-2), a)
print(a.remove("x"), a, a.index(2), a.index(2, 1), a.index(2, -6), a.count(1), a.count("nope"))
b = a.copy()
b.reverse()
print(b, a)
b.clear()
print(b, a)
c = [1, 2, 3, 2, 1]
c.remove(2)
print(c, c.index(2), c.count(1), c.count(1.0), c.index(True))
for f in (lambda: c.remove(99), lambda: c.index(99), lambda: c.index(1, 1, 2), lambda: [].pop(), lambda: c.pop(10), lambda: c.pop("a"), lambda: c.extend(5), lambda: c.insert("a", 1), lambda: c.append(), lambda: c.append(1, 2), lambda: c.index()):
    try:
        print(f())
    except (ValueError, IndexError, TypeError) as error:
        print(type(error).__name__, error)
d = [1, 2]
d.extend(d)
d += d
d.extend(x * 10 for x in range(2))
print(d, d.__len__(), d.__contains__(10), d.__getitem__(0))
