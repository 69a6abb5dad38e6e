# Hash and equality of weak references before and after death.
import weakref


class T:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return hash(self.n)

    def __eq__(self, other):
        return self.n == other.n


a, b = T(1), T(1)
ra, rb = weakref.ref(a), weakref.ref(b)
print(ra == rb, hash(ra) == hash(1), ra is rb)
d = {ra: "value"}
print(d[rb])
del a
print(ra == rb, hash(ra) == 1, ra == ra)
del b
print(ra == rb, ra != rb)
try:
    hash(rb)
except TypeError as e:
    print(e)
for bad in (1, "s", (), [], None):
    try:
        weakref.ref(bad)
    except TypeError as e:
        print(e)
