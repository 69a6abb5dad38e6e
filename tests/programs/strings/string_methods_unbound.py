# String methods through the class, as callbacks, with keywords and subclasses of arguments.
print(str.upper("abc"), str.join(",", ["a", "b"]), list(map(str.strip, [" a ", "b "])), sorted(["b", "A"], key=str.casefold), str.__add__("a", "b"), str.__contains__("abc", "b"), str.__getitem__("abc", 1), str.__mul__("ab", 2), str.__mod__("%d", 5))
print("a,b".split(sep=","), "a b c".split(maxsplit=1), "a,b,c".rsplit(sep=",", maxsplit=1), "x".encode(encoding="utf-8", errors="strict"), "a\nb".splitlines(keepends=True), "a\tb".expandtabs(tabsize=2), "aXbX".replace("X", "-", 1))
class S(str): pass
print("-".join([S("a"), "b"]), "abc".startswith(S("ab")), "abc".replace(S("b"), S("x")), type("".join([S("a")])).__name__, type(S("a").strip()).__name__, S("a") in "abc", {S("k"): 1}["k"])
print("abc".__len__(), "abc".__eq__("abc"), "abc".__eq__(5), "abc".__lt__("b"), "abc".__hash__() == hash("abc"), "abc".__iter__().__next__(), "a".__repr__(), "a".__str__(), "a".__format__(">3"), "%s".__mod__(1), "a".__rmul__(2) if hasattr("a", "__rmul__") else "")
for f in (lambda: str.upper(), lambda: str.upper(1), lambda: "a".join(), lambda: "a".split(1, 2, 3), lambda: "a".replace("a"), lambda: "a".upper(1), lambda: str.join(",", 5), lambda: "a".encode("no-such-codec"), lambda: "a".find(), lambda: "a".center(), lambda: "a".split(bad=1), lambda: "abc".zfill()):
    try:
        print(f())
    except (TypeError, LookupError) as error:
        print(type(error).__name__, error)
