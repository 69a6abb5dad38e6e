# Concatenation on a local may reuse the string; nobody else may see that.

def build(n, piece):
    s = ""
    seen = []
    for i in range(n):
        if i % 7 == 0:
            seen.append(s)
        s += piece
    return s, seen


for piece in ("a", "xyz", "é", "a\ud800"):
    s, seen = build(50, piece)
    print(len(s), s == piece * 50, [len(x) for x in seen])
    print(all(x == piece * (7 * i) for i, x in enumerate(seen)))


def keys():
    d = {}
    s = "k"
    for i in range(6):
        d[s] = i
        hash(s)
        s += str(i)
        d[s] = -i
    return d


print(keys())


def double(s):
    for _ in range(5):
        s += s
    return s


print(double("ab"), double("é"), len(double("x" * 100)))


def narrow_then_wide():
    s = "abc"
    s += "def"
    t = s
    s += "é"
    s += "g"
    return t, s, s[-1], s.find("é"), hash(s) == hash("abcdefég")


print(narrow_then_wide())


def default(s="start"):
    s += "!"
    s += "?"
    return s


print(default(), default(), default.__defaults__)


def interned():
    name = "attribute"
    name += "_x"
    holder = type("Holder", (), {name: 1})
    name += "_y"
    return holder.attribute_x, name


print(interned())


def failing():
    s = "kept"
    try:
        s += 5
    except TypeError as e:
        print(e)
    try:
        s += None
    except TypeError as e:
        print(e)
    s += "!"
    return s


print(failing())


class Sub(str):
    pass


def subclass():
    s = Sub("sub")
    s += "x"
    t = "y"
    t += Sub("z")
    return type(s).__name__, s, type(t).__name__, t


print(subclass())


def in_loop_with_views():
    s = ""
    parts = []
    for c in "abcdefgh":
        s += c
        parts.append(s[-3:])
        it = iter(s)
        s += next(it)
        parts.append("".join(it))
    return s, parts


print(in_loop_with_views())
