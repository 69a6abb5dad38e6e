# Generators that resume, close or throw into themselves.
def attempt(name, f):
    try:
        print(name, f())
    except Exception as e:
        print(name, type(e).__name__, e)


def resumes():
    try:
        next(g)
    except ValueError as e:
        yield str(e)
    try:
        g.send(1)
    except ValueError as e:
        yield str(e)
    try:
        g.close()
    except ValueError as e:
        yield str(e)
    try:
        g.throw(KeyError)
    except ValueError as e:
        yield str(e)
    yield from g


g = resumes()
for _ in range(4):
    attempt("self", lambda: next(g))
attempt("from self", lambda: next(g))


def drops():
    global g
    g = None
    yield 1
    yield 2


g = drops()
h = g
attempt("drops itself", lambda: (next(g), g))
print(list(h))


def both(n):
    global pair
    while n:
        n -= 1
        yield n
        yield from pair[n % 2]


pair = [both(2), both(3)]
attempt("pair", lambda: list(pair[0]))


class Walk:
    def __iter__(self):
        return gen


gen = (y for x in [1] for y in Walk())
attempt("genexp over itself", lambda: next(gen))


def closing():
    try:
        yield 1
    finally:
        attempt("close in finally", closer.close)


closer = closing()
next(closer)
closer.close()
print("end")
