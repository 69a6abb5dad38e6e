# split, rsplit, splitlines, partition, join.
print("a b  c\t d\n".split(), "".split(), "   ".split(), "a b c d".split(None, 2), " a  b c ".split(maxsplit=1))
print("a,b,,c".split(","), "".split(","), ",".split(","), "a,b,c".split(",", 1), "a,b,c".split(",", 0), "abc".split(","), "a--b--c".split("--"))
print("a b  c ".rsplit(), "a b c d".rsplit(None, 2), "a,b,c".rsplit(",", 1), "a,b,c".rsplit(",", -1), " a  b ".rsplit(maxsplit=1))
print("a\nb\r\nc\rd\x0be\x0cf\x1cg\x85h\u2028i\n".splitlines(), "a\nb\n".splitlines(True), "".splitlines(), "\n".splitlines(), "a\n\nb".splitlines(keepends=True))
print("key=value=x".partition("="), "key".partition("="), "key=value=x".rpartition("="), "key".rpartition("="), "==".partition("=="))
print(",".join(["a", "b", "c"]), "".join("abc"), "-".join([]), "-".join(["x"]), ", ".join(str(i) for i in range(5)), "ab".join(("1", "2", "3")))
for f in (lambda: ",".join([1, 2]), lambda: ",".join(["a", None]), lambda: ",".join(5), lambda: "a".split(""), lambda: "a".partition(""), lambda: "a".split(1)):
    try:
        print(f())
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
print("a\u3000b\u00a0c".split(), "1 2 3".split()[1:], "x".join("abc".split("b")))
