# Lists that change while they are iterated.
a = [1, 2, 3, 4]
for x in a:
    if x == 2:
        a.remove(x)
    print(x, a)
b = [1, 2, 3]
for x in b:
    if len(b) < 8:
        b.append(x * 10)
print(b)
c = [1, 2, 3]
it = iter(c)
print(next(it))
c.insert(0, 0)
print(next(it), next(it), next(it), next(it, "end"))
c.append(5)
print(next(it, "still end"))
d = list(range(5))
for x in reversed(d):
    d.pop()
    print(x, end=" ")
print(d)
e = [3, 2, 1]
for i, x in enumerate(e):
    e[i] = x * x
print(e)
f = [1, 2, 3]
for x in f[:]:
    f.remove(x)
print(f)
g = [1, 2]
i = iter(g)
g.clear()
print(list(i), list(i))
print(iter(i) is i, i.__length_hint__(), [].__iter__().__length_hint__(), iter([1, 2]).__length_hint__())
