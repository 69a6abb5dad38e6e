# Text operations with extreme counts, widths and positions.
big = 2 ** 63 - 1


def attempt(f):
    try:
        print(repr(f()))
    except (OverflowError, MemoryError, ValueError, TypeError, IndexError) as e:
        print(type(e).__name__, e)


attempt(lambda: "abc".replace("", "-", big))
attempt(lambda: "abc".replace("b", "x", -big))
attempt(lambda: "a b c".split(" ", big))
attempt(lambda: "a b c".split(None, -big))
attempt(lambda: "abc".find("c", -big, big))
attempt(lambda: "abc".find("", big))
attempt(lambda: "abc".count("", -big))
attempt(lambda: "abc"[big:])
attempt(lambda: "abc"[-big:big])
attempt(lambda: "abc".ljust(-big))
attempt(lambda: "abc".startswith("", big))
attempt(lambda: "abc".index("c", 2 ** 70))
attempt(lambda: "abc".find("c", -(2 ** 70), 2 ** 70))
attempt(lambda: "a" * 0 + "b" * -5)
attempt(lambda: "x".join([]))
attempt(lambda: "".join(["a"] * 1000) == "a" * 1000)
attempt(lambda: "ß" * 3 + "日" + "😀")
attempt(lambda: ("é" * 1000 + "😀")[999:])
attempt(lambda: "\ud800" + "\udc00")
attempt(lambda: len("\ud800\udc00"))
attempt(lambda: "\0" + "a\0b".split("\0")[1])
attempt(lambda: "a,b".split(","*1000))
attempt(lambda: chr(0x10ffff) < chr(0xffff))
attempt(lambda: "%s" * 3 % ("a", "b", "c"))
attempt(lambda: b"ab".replace(b"", b"-", big))
attempt(lambda: int("0" * 5000 + "7", 2 ** 3))
