# Methods of bytes.
b = b"Hello World"
print(b.upper(), b.lower(), b.title(), b.swapcase(), b.capitalize(), b.replace(b"o", b"0"), b.replace(b"o", b"", 1))
print(b.find(b"o"), b.rfind(b"o"), b.find(b"z"), b.find(111), b.count(b"l"), b.count(108), b.index(b"W"), b.startswith(b"He"), b.endswith((b"x", b"ld")))
print(b.split(), b.split(b"o"), b"a,b,c".split(b",", 1), b"a,b,c".rsplit(b",", 1), b"a\nb\r\nc".splitlines(), b"a=b".partition(b"="), b"a=b=c".rpartition(b"="))
print(b",".join([b"a", b"b"]), b"  x ".strip(), b"xxaxx".strip(b"x"), b"  x".lstrip(), b"x  ".rstrip(), b"a".ljust(3), b"a".rjust(3, b"*"), b"a".center(4), b"-5".zfill(4))
print(b"abc".isalpha(), b"12".isdigit(), b"a1".isalnum(), b" ".isspace(), b"A".isupper(), b"a".islower(), b"A b".istitle(), b"abc".isascii())
print(b"\xde\xad".hex(), b"\xde\xad\xbe\xef".hex("-"), b"\xde\xad\xbe\xef".hex(":", 2), bytes.fromhex("dead BEEF"), b"abc".decode(), b"TestX".removeprefix(b"Test"), b"TestX".removesuffix(b"X"))
print(b"abc".translate(bytes.maketrans(b"ab", b"xy")), b"abcabc".translate(None, b"b"), b"a\tb".expandtabs(4))
print(b"%d-%s-%x" % (5, b"z", 255), b"%5.2f|%c" % (1.5, 65), b"%r" % ("é",))
for f in (lambda: b.index(b"z"), lambda: b.split(""), lambda: b.find("o"), lambda: b",".join(["a"]), lambda: bytes.fromhex("zz"), lambda: b.replace("a", "b"), lambda: bytes.fromhex("abc")):
    try:
        print(f())
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)
