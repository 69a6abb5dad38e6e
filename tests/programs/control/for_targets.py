# What the target of a for loop may be.
class O:
    pass
o = O()
d = {}
items = [0, 0]
for o.x in range(3):
    pass
for d["k"] in "ab":
    print(d)
for items[0] in (5, 6):
    print(items)
for a, *b in [(1, 2, 3), "xy"]:
    print(a, b)
for (a, b), c in zip(zip("ab", "cd"), range(2)):
    print(a, b, c)
for i in range(3):
    i = i * 10
    print(i, end=" ")
print(o.x, i)
for x in (y for y in "pq"):
    print(x, end=" ")
for x in {1: "a"}:
    print(x)
for c in "é😀":
    print(c)
for k in sorted({"b": 1, "a": 2}):
    print(k)
def f():
    for i in range(2):
        pass
    return i
print(f())
def g():
    for i in ():
        pass
    try:
        return i
    except UnboundLocalError as error:
        return str(error)
print(g())
try:
    for x in 5:
        pass
except TypeError as error:
    print(error)
for x in [1, 2, 3]:
    del x
try:
    x
except NameError as error:
    print(error)
