# Bound and unbound methods as values.
class C:
    def __init__(self, n):
        self.n = n
    def get(self, *args, **kw):
        return self.n, args, kw
c = C(1)
m = c.get
print(m(), m(1, k=2), C.get(c, 5), m.__self__.n, m.__func__ is C.get, (lambda f: f(9))(c.get))
c.n = 2
print(m(), list(map(c.get, [1, 2])), c.get == m, c.get == C(2).get, hash(c.get) == hash(m))
c.get = lambda *a: ("instance", a)
print(c.get(1), C.get(c, 1), m(1))
del c.get
C.get = lambda self: "patched"
print(c.get(), m()[0])
append = [].append
append(1)
append(2)
print(append.__self__, list(map("abc".startswith, ["a", "b"])), list(map(str.upper, "ab")), sorted(["b", "A"], key=str.lower), "x".join.__self__)
C.extra = print
c.extra("builtin functions do not bind")
C.length = len
try:
    print(c.length())
except TypeError as error:
    print(error)
def free(self, x):
    return self.n + x
C.free = free
print(c.free(10), free.__get__(c)(20), free.__get__(c, C).__self__ is c, free.__get__(None, C) is free)
c.attached = free
try:
    c.attached(1)
except TypeError as error:
    print(error)
try:
    str.upper(5)
except TypeError as error:
    print(error)
try:
    list.append((), 1)
except TypeError as error:
    print(error)
print(int.__add__(2, 3), str.__len__("abc"), (5).__add__(1), "a".__add__("b"), [1].__len__(), (1.5).__mul__(2), (1).__add__("x"))
