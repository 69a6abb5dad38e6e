# Text outside ASCII, of one, two and four bytes a character.
texts = ["abc", "café", "€uro", "日本語", "😀😁", "a\u0301", "mix é€😀"]
for t in texts:
    print(t, len(t), t.upper(), t[::-1], t.encode(), t.encode("utf-16-le"), [hex(ord(c)) for c in t], t.center(12, "·"), t.isascii())
print("é" == "\xe9", "e\u0301" == "é", "😀" > "\uffff", sorted(["z", "é", "€", "😀", "a"]))
print("日本語"[1], "日本語".find("語"), "日" in "日本語", "日本語".replace("本", "ー"), "日本語".split("本"), "a€b" * 2, "€" + "a" + "😀")
print(b"caf\xc3\xa9".decode(), b"caf\xe9".decode("latin-1"), "é".encode("latin-1"), "aé".encode("ascii", "replace"), "aé".encode("ascii", "ignore"), "aé".encode("ascii", "backslashreplace"))
for f in (lambda: "é".encode("ascii"), lambda: b"\xff".decode(), lambda: b"\xe9a".decode("utf-8"), lambda: "€".encode("latin-1"), lambda: b"\x80".decode("ascii"), lambda: "\ud800".encode()):
    try:
        f()
    except UnicodeError as error:
        print(type(error).__name__, error)
print(b"a\xffb".decode("utf-8", "replace"), b"a\xffb".decode("utf-8", "ignore"), b"a\xffb".decode(errors="backslashreplace"))
