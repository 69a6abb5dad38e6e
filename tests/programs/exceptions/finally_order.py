# Order of finally, else, with exits and return values.
log = []
def note(x):
    log.append(x)
    return x
def flush():
    print(log)
    log.clear()
def f(fail):
    try:
        note("t")
        if fail: raise ValueError
    except ValueError:
        note("x")
        return note("rx")
    else:
        note("e")
        return note("re")
    finally:
        note("f")
f(0), f(1)
flush()
def g():
    for i in range(2):
        try:
            try:
                note(("body", i))
                if i: raise KeyError(i)
            finally:
                note(("inner", i))
        except KeyError as e:
            note(repr(e))
        finally:
            note(("outer", i))
    return "g"
print(g())
flush()
class CM:
    def __init__(self, n): self.n = n
    def __enter__(self): note("enter" + self.n)
    def __exit__(self, *a): note("exit" + self.n + (a[0].__name__ if a[0] else ""))
def h():
    try:
        with CM("1"), CM("2"):
            try:
                return note("ret")
            finally:
                note("fin")
    finally:
        note("last")
h()
flush()
def k():
    try:
        with CM("a"):
            with CM("b"):
                raise ValueError
    except ValueError:
        note("caught")
k()
flush()
def m():
    while True:
        try:
            try:
                break
            finally:
                note("f1")
        finally:
            note("f2")
    note("after")
m()
flush()
def deep(n):
    try:
        if n == 0:
            raise ValueError("bottom")
        deep(n - 1)
    finally:
        note(n)
try:
    deep(4)
except ValueError as e:
    note(str(e))
flush()
