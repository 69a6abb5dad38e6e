# bytearray: a mutable bytes.
b = bytearray(b"hello")
b[0] = 72
b.append(33)
b.extend(b" ok")
b += b"!"
print(b, len(b), b[0], b[1:3], bytes(b), b == b"Hello! ok!")
b[1:5] = b"i"
del b[0]
print(b, b.pop(), b.pop(0), b)
b.insert(0, 65)
b.reverse()
print(b, b.find(b"A"), b.upper(), b.decode(), list(b), bytearray(3), bytearray([1, 2]))
b.clear()
print(b, bool(b))
for f in (lambda: bytearray([256]), lambda: bytearray(b"a").append(300), lambda: b.pop(), lambda: hash(b)):
    try:
        f()
    except (ValueError, TypeError, IndexError) as error:
        print(type(error).__name__, error)
