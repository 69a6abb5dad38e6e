# Methods that change case.
words = ["hello world", "HELLO", "Hello World", "they're bill's", "123abc", "", "ß", "ŉ", "İ", "ǆ", "ÀÉ", "ΑΣ", "ﬁ", "x_y-z a1b"]
for w in words:
    print(repr(w), w.upper(), w.lower(), w.title(), w.capitalize(), w.swapcase(), w.casefold())
for w in words:
    print(repr(w), w.isupper(), w.islower(), w.istitle())
print("ΑΣ ΑΣΑ Σ".lower(), "straße".upper(), "STRASSE".casefold() == "straße".casefold())
