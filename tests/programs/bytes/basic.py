# bytes literals, indexing, slices, comparison.
b = b"hello\x00\xff\n'\""
print(b, len(b), b[0], b[-1], b[1:4], b[::-1], b[::2], list(b[:5]), repr(b'"'), repr(b"'"), b'\\\t\r')
print(b"abc" + b"def", b"ab" * 3, b"a" in b"abc", 97 in b"abc", b"bc" in b"abc", b"" in b"", 256 in (b"abc"[0],))
print(b"abc" < b"abd", b"abc" == b"abc", b"abc" == "abc", b"ab" < b"abc", hash(b"abc") == hash(b"abc"), bool(b""), bool(b"\0"))
print(bytes(), bytes(3), bytes([1, 2, 255]), bytes(range(5)), bytes("é", "utf-8"), bytes(b"copy"), bytes((65, 66)))
print([x for x in b"abc"], sorted(b"cab"), max(b"abc"), b"\x41" b"B", rb"\x41", {b"k": 1}[b"k"], tuple(b"az"))
for f in (lambda: bytes([256]), lambda: bytes([-1]), lambda: bytes("a"), lambda: bytes(-1), lambda: b"a" + "b", lambda: "a" in b"a", lambda: b"abc"[5], lambda: 300 in b"a", lambda: bytes([1.5]), lambda: b"a" < "a", lambda: bytes(1.5)):
    try:
        print(f())
    except (ValueError, TypeError, IndexError) as error:
        print(type(error).__name__, error)
try:
    b[0] = 1
except TypeError as error:
    print(error)
