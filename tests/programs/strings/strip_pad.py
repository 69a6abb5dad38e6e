# Stripping and padding.
s = "  xx hello xx  "
print(repr(s.strip()), repr(s.lstrip()), repr(s.rstrip()), repr(s.strip(" x")), repr("abcba".strip("ab")), repr("abc".strip("")), repr("aaa".strip("a")))
print(repr("\t\n\u00a0x\u3000".strip()), repr("xxabcxx".lstrip("x")), repr("xxabcxx".rstrip("x")), repr("abc".strip(None)))
for w in (0, 3, 5, 8, 9):
    print(repr("abc".ljust(w)), repr("abc".rjust(w)), repr("abc".center(w)), repr("abc".zfill(w)), repr("abcd".center(w, "*")))
print("42".zfill(5), "-42".zfill(5), "+42".zfill(6), "".zfill(3), "--1".zfill(5), "abc".ljust(6, "."), "abc".rjust(6, "é"))
print("TestHook".removeprefix("Test"), "TestHook".removesuffix("Hook"), "abc".removeprefix("x"), "abc".removesuffix(""), "aaa".removeprefix("a"))
print(repr("a\tbc\tdef\t|".expandtabs()), repr("a\tb".expandtabs(0)), repr("a\tbc\td".expandtabs(4)), repr("\n\tx".expandtabs(2)))
for f in (lambda: "a".center(5, "ab"), lambda: "a".ljust("x"), lambda: "a".strip(1), lambda: "a".zfill(1.5)):
    try:
        f()
    except TypeError as error:
        print(error)
