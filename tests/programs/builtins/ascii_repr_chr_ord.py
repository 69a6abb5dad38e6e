# ascii, repr, chr, ord.
for v in ("abc", "é", "€", "😀", "'", '"', "\n\t\\", "\x00\x7f", [1, "é"], {"k": "€"}, None, 1.5, b"\xff", ("é",)):
    print(ascii(v), repr(v))
print([chr(n) for n in (65, 97, 48, 233, 8364, 128512)], [ord(c) for c in "Aaé€😀"], ord(b"A"), chr(ord("x") + 1), repr(chr(0)), repr(chr(0x10FFFF)), len(chr(0xD800)))
print(all(ord(chr(n)) == n for n in range(0, 0x110000, 997)))
for f in (lambda: chr(-1), lambda: chr(0x110000), lambda: chr("a"), lambda: chr(1.5), lambda: ord("ab"), lambda: ord(""), lambda: ord(5), lambda: ord(b"ab"), lambda: chr(10**30), lambda: ascii(), lambda: repr(1, 2)):
    try:
        print(f())
    except (TypeError, ValueError, OverflowError) as error:
        print(type(error).__name__, error)
