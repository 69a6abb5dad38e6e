# Predicates.
samples = ["", "abc", "ABC", "Abc", "abc1", "123", "١٢٣", "²", "½", "Ⅷ", " ", "\t\n", "a b", "_x", "1x", "é", "class", "😀", "\x00", "a\n", "\u00a0", "一"]
names = ["isalpha", "isdigit", "isdecimal", "isnumeric", "isalnum", "isspace", "isidentifier", "isprintable", "isascii", "isupper", "islower", "istitle"]
for s in samples:
    print(ascii(s), "".join("1" if getattr(s, n)() else "0" for n in names))
