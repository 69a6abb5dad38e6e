# Lone surrogates are characters like others.
s = "a\ud800b\udfff"
print(len(s), ascii(s), repr(s) == ascii(s))
print([hex(ord(c)) for c in s])
print(ascii(s[1]), ascii(s[::-1]), ascii(s[1:3]), s[1] == "\ud800", s[1] < "\ue000", s[1] > "\U0001f600")
print(s.find("\ud800"), s.rfind("\udfff"), s.find("\udfff", 0, 3), s.count("\ud800"), "\ud800b" in s, "\ud800\udfff" in s)
print(ascii(s.replace("\ud800", "-")), ascii(s.split("\ud800")), ascii(s.partition("\udfff")))
print(ascii(s.upper()), ascii(s.title()), s.isalpha(), s.isprintable(), ascii(s.center(8, "\udc00")))
print(ascii("\ud83d" + "\ude00"), ascii("\U0001f600"), "\ud83d" + "\ude00" == "\U0001f600")
print(ascii("%s|%5s|%c|%r" % (s, "\ud800", 0xDC80, s)))
print(ascii("{}|{:\ud801>4}|{!r}".format(s, "x", s)))
print(ascii("\ud800{0}\udfff{0}".format("x")), ascii("\ud800%s\udfff" % "x"))
print(ascii("{\ud800}".format(**{"\ud800": "value"})), ascii("%(\ud800)s" % {"\ud800": "value"}))
print(ascii("\udc00".join(["a", "b", "\ud800"])), ascii(s.translate({0xD800: "!", 0xDFFF: None, 97: 0xD801})))
print({s: 1}[s], hash(s) == hash("a\ud800" + "b\udfff"), s in {s})
for encoding in ("utf-8", "utf-16-le", "utf-32-be", "ascii", "latin-1"):
    for errors in ("strict", "ignore", "replace", "backslashreplace", "surrogateescape", "surrogatepass"):
        try:
            print(encoding, errors, s.encode(encoding, errors))
        except UnicodeEncodeError as e:
            print(encoding, errors, e.encoding, e.start, e.end, e.reason, e.object == s)
            print(ascii(str(e)))
print(b"\xff\x80a".decode("ascii", "surrogateescape").encode("ascii", "surrogateescape"))
print(ascii(b"\xed\xa0\x80".decode("utf-8", "surrogatepass")))
