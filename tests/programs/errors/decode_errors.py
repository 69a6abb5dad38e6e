# UnicodeEncodeError, UnicodeDecodeError and unknown encodings.
def show(f):
    try:
        f()
    except (UnicodeError, LookupError, TypeError, ValueError) as e:
        print(type(e).__name__, e)


show(lambda: b"ab\xff".decode())
show(lambda: b"\xc3".decode("utf-8"))
show(lambda: b"\xe2\x28\xa1".decode("utf-8"))
show(lambda: b"\x80".decode("ascii"))
show(lambda: "é".encode("ascii"))
show(lambda: "日本".encode("latin-1"))
show(lambda: "\ud800".encode())
show(lambda: "a".encode("no-such"))
show(lambda: bytes("a"))
show(lambda: bytes([256]))
show(lambda: bytes(-1))
show(lambda: bytes(["a"]))
