# repr, ==, hash and copying of very deep structures.
def nested(make, depth):
    x = make(None)
    for _ in range(depth):
        x = make(x)
    return x


def attempt(name, f):
    try:
        f()
    except RecursionError:
        pass
    print(name)


for name, make in {"list": lambda x: [x], "dict": lambda x: {"k": x}, "tuple": lambda x: (x,)}.items():
    a, b = nested(make, 6000), nested(make, 6000)
    attempt(name + " repr", lambda: repr(a))
    attempt(name + " ==", lambda: a == b)
    attempt(name + " str", lambda: str(a))
    if name != "dict":
        attempt(name + " <", lambda: a < b)
    a = b = None
    print(name, "dropped")
a, b = nested(lambda x: (x,), 3000), nested(lambda x: (x,), 3000)
attempt("hash", lambda: print(hash(a) == hash(b)))
attempt("as key", lambda: {a: 1}[b])
