# Searching.
s = "abracadabra"
for sub in ("a", "abra", "ra", "x", "", "abracadabra", "abracadabraz"):
    print(repr(sub), s.find(sub), s.rfind(sub), s.count(sub), sub in s, s.startswith(sub), s.endswith(sub))
print(s.find("a", 1), s.find("a", 1, 3), s.find("a", -3), s.find("", 11), s.find("", 12), s.rfind("a", 0, -1), s.rfind("", 3, 5))
print(s.count("a", 2), s.count("a", 2, 6), s.count("", 2, 4), "aaaa".count("aa"), "".count(""), "".count("a"))
print(s.startswith("bra", 1), s.startswith(("x", "ab")), s.endswith(("x", "bra")), s.startswith(()), s.endswith("b", 0, 2), s.startswith("", 20))
print(s.index("c"), s.rindex("b"), s.index("a", 1))
for f in (lambda: s.index("z"), lambda: s.rindex("z"), lambda: s.find(1), lambda: 1 in s, lambda: s.startswith(1), lambda: s.startswith([1]), lambda: s.endswith((1,)), lambda: s.count()):
    try:
        print(f())
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)
print("é€😀é".find("é", 1), "é€😀é".index("😀"), "x" * 1000 + "y" in "x" * 5000 + "y" + "z")
