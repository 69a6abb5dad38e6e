# Globals, attributes and locals dicts that grow while code uses them.
for i in range(3000):
    globals()[f"name_{i}"] = i
print(name_0 + name_2999)


def read(n):
    total = 0
    for i in range(n):
        total += name_7
        globals()["extra_%d" % i] = i
    return total


print(read(500), extra_499)
for i in range(3000):
    del globals()[f"name_{i}"]
try:
    name_7
except NameError as e:
    print(e)


class Box:
    pass


b = Box()
for i in range(2000):
    setattr(b, f"a{i}", i)
print(b.a0, b.a1999, len(vars(b)))
for i in range(0, 2000, 2):
    delattr(b, f"a{i}")
print(hasattr(b, "a0"), b.a1, len(vars(b)))
for i in range(300):
    setattr(Box, f"c{i}", i)
print(b.c299, Box.c0)
vars(b).clear()
print(hasattr(b, "a1"), b.c1)
