# try, with and loops across yields.
def g():
    for i in range(3):
        try:
            yield i
            if i == 1:
                continue
        except ValueError:
            yield "handled"
        else:
            yield f"else {i}"
        finally:
            yield f"finally {i}"
print(list(g()))
it = g()
print(next(it), it.throw(ValueError()), next(it), next(it), list(it))
class CM:
    def __enter__(self): print("enter"); return "cm"
    def __exit__(self, *a): print("exit", a[0].__name__ if a[0] else None); return a[0] is KeyError
def w():
    with CM() as c:
        yield c
        yield "inside"
    yield "after"
print(list(w()))
it = w()
next(it)
print(it.throw(KeyError("suppressed")))
it = w()
next(it)
it.close()
def saved():
    try:
        raise ValueError("kept")
    except ValueError:
        yield "in handler"
        try:
            raise
        except ValueError as error:
            yield f"reraised {error}"
s = saved()
print(next(s))
try:
    raise TypeError("outside")
except TypeError:
    print(next(s))
def ctx():
    try:
        yield
    finally:
        try:
            1 / 0
        except ZeroDivisionError:
            print("inner handled")
c = ctx()
next(c)
try:
    c.throw(IndexError("passes"))
except IndexError as error:
    print(error)
def nested_finally():
    try:
        try:
            yield 1
        finally:
            yield 2
    finally:
        yield 3
    yield 4
print(list(nested_finally()))
def ret():
    try:
        yield 1
        return "value"
    finally:
        print("on return")
print(list(ret()))
