# Formats of bytes.
values = [0, 7, -42, 10**20, 3.75, -0.0, b"bytes", bytearray(b"array"), "text", None, True]
for spec in (b"%d", b"%5d|", b"%-5d|", b"%05d", b"%+d", b"%x", b"%#X", b"%o", b"%s", b"%b", b"%.2b", b"%7b|", b"%r", b"%a", b"%c", b"%f", b"%.1e", b"%g"):
    for value in values:
        try:
            print(spec, repr(value), spec % value)
        except (TypeError, ValueError, OverflowError) as e:
            print(spec, repr(value), type(e).__name__, e)
print(b"%(a)d-%(b)s" % {b"a": 1, b"b": b"two"}, b"%%|%d%%" % 5, b"%*d|%-*d|" % (4, 1, 4, 2), b"%.*b" % (2, b"abc"))
print(bytearray(b"%d") % 5, type(bytearray(b"%d") % 5).__name__, b"\xff%d\xfe" % 1)
for format, args in ((b"%", ()), (b"%d", ()), (b"%d", (1, 2)), (b"%(a)d", 1), (b"%(a)d", {}), (b"%y", 1), (b"%(a", {}), (b"%*d", (b"x", 1)), (b"x", 1)):
    try:
        print(format % args)
    except (TypeError, ValueError, KeyError) as e:
        print(format, type(e).__name__, e)
