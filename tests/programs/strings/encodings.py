# Encodings, error handlers, and the five arguments of their exceptions.
samples = [b"", b"abc", b"\xc3\xa9", b"\xff", b"a\xffb", b"\xe2\x82", b"\xe2\x82\xac", b"\xf0\x9f\x98\x80", b"\xf0\x9f\x98",
           b"\xed\xa0\x80", b"\xc0\x80", b"\xf5\x80\x80\x80", b"\xe2a", b"\x80\x80", b"a\xf0\x90b"]
for data in samples:
    for encoding in ("utf-8", "ascii", "latin-1"):
        for errors in ("strict", "ignore", "replace", "backslashreplace", "surrogateescape"):
            try:
                text = data.decode(encoding, errors)
                print(data, encoding, errors, ascii(text))
                if errors == "surrogateescape":
                    assert text.encode(encoding, errors) == data
            except UnicodeDecodeError as e:
                print(data, encoding, errors, e)
                print(e.encoding, e.object, e.start, e.end, e.reason, e.args)
for text in ("", "abc", "é", "aé€b", "😀", "€€é"):
    for encoding in ("utf-8", "UTF8", "ascii", "latin-1", "ISO-8859-1", "utf-16", "utf_16_be", "utf-32-le", "utf-8-sig"):
        for errors in ("strict", "ignore", "replace", "xmlcharrefreplace", "backslashreplace"):
            try:
                print(ascii(text), encoding, errors, text.encode(encoding, errors))
            except UnicodeEncodeError as e:
                print(ascii(text), encoding, errors, ascii(str(e)), e.start, e.end)
for action in (
    lambda: "a".encode("no-such"),
    lambda: b"a".decode("no-such"),
    lambda: "é".encode("ascii", "no-such"),
    lambda: b"\xff".decode("utf-8", "no-such"),
    lambda: "a".encode(5),
    lambda: "a".encode("ascii", None),
    lambda: str(b"a", "ascii", errors=5),
    lambda: str("a", "ascii"),
    lambda: str(5, "ascii"),
    lambda: bytes("a"),
    lambda: bytes(5, "ascii"),
):
    try:
        action()
    except (LookupError, TypeError) as e:
        print(type(e).__name__, e)
print(issubclass(UnicodeDecodeError, ValueError), str(b"\xe9", "latin-1"), str(bytearray(b"x"), "ascii"), str(b"abc"))
