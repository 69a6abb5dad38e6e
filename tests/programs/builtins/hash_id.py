# hash and id.
print([hash(n) for n in (0, 1, -1, -2, 2**60, 2**61 - 1, 2**61, -2**61, 10**20, True, False)])
print(hash(1.0), hash(0.5), hash(-0.0), hash(1e300), hash(2.5), hash(float("inf")), hash(-1.0))
print(hash("a") == hash("a"), hash("ab") == hash("a" + "b"), hash((1, 2)) == hash((1, 2)), hash(()) == hash(()), hash(None) == hash(None), hash(1) == hash(1.0) == hash(True), hash(frozenset([1, 2])) == hash(frozenset([2, 1])), hash(10**20) == hash(1e20), hash(b"x") == hash(b"x"), hash("") == hash(b""))
class H:
    def __hash__(self): return 2**64
class N:
    def __hash__(self): return -1
class T:
    def __hash__(self): return True
print(hash(H()), hash(N()), hash(T()), isinstance(hash(object()), int), hash(len) == hash(len), hash(int) == hash(int))
a = [1]
b = a
print(id(a) == id(b), id(a) == id([1]), id(None) == id(None), id(a) == id(a[:]), isinstance(id(5), int), a is b, a is not a[:], None is None)
for f in (lambda: hash([]), lambda: hash({}), lambda: hash(set()), lambda: hash(([],)), lambda: hash(), lambda: hash(slice(1, [])), lambda: id(), lambda: hash(bytearray())):
    try:
        print(f())
    except TypeError as error:
        print(error)
