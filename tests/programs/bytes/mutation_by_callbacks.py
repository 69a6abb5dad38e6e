# A byte array may change while one of its methods converts an argument.


class Index:
    def __init__(self, value, action):
        self.value, self.action = value, action

    def __index__(self):
        self.action()
        return self.value


def attempt(name, f):
    try:
        print(name, f())
    except Exception as e:
        print(name, type(e).__name__, e)


def fresh():
    b = bytearray(b"abcdefgh")
    return b, b.clear


b, clear = fresh()
attempt("getitem", lambda: b[Index(3, clear)])
b, clear = fresh()
attempt("slice", lambda: b[Index(1, clear):5])
b, clear = fresh()
attempt("find", lambda: b.find(b"d", Index(1, clear)))
b, clear = fresh()
attempt("count", lambda: b.count(b"d", Index(0, clear), 8))
b, clear = fresh()
attempt("startswith", lambda: b.startswith(b"a", Index(0, clear)))
b, clear = fresh()
attempt("split", lambda: b.split(b"d", Index(1, clear)))
b, clear = fresh()
attempt("replace", lambda: b.replace(b"d", b"x", Index(1, clear)))
b, clear = fresh()
attempt("center", lambda: b.center(Index(12, clear)))
b, clear = fresh()
attempt("pop", lambda: b.pop(Index(0, clear)))
b, clear = fresh()
attempt("insert", lambda: b.insert(Index(5, clear), 65))
print(b)
b, clear = fresh()
attempt("append", lambda: b.append(Index(65, clear)))
print(b)
b, clear = fresh()
attempt("setitem index", lambda: b.__setitem__(Index(5, clear), 65))
print(b)
b, clear = fresh()
attempt("remove", lambda: b.remove(Index(100, clear)))
b, clear = fresh()
attempt("mul", lambda: b * Index(2, clear))
b, clear = fresh()
attempt("hex", lambda: b.hex("-", Index(2, clear)))


def numbers(b):
    for i in range(5):
        b.append(i)
        yield 65 + i


b = bytearray(b"..")
b.extend(numbers(b))
print(b)
b = bytearray(b"..")
b[1:] = numbers(b)
print(b)

b = bytearray(b"abc")
seen = []
for x in b:
    seen.append(x)
    if len(b) < 8:
        b.append(x + 1)
print(seen, b)
try:
    b += b
except BufferError as e:
    print(e)
b[2:4] = b
b.extend(b)
print(len(b), b[:12])
