# throw into a generator.
def g():
    while True:
        try:
            x = yield "value"
            print("received", x)
        except ValueError as error:
            print("caught", error)
            yield "recovered"
        finally:
            print("finally")
it = g()
print(next(it))
print(it.throw(ValueError("v1")))
print(next(it))
print(it.throw(ValueError, ))
print(next(it))
try:
    it.throw(KeyError("k"))
except KeyError as error:
    print("out", error)
print(next(it, "dead"))
def fresh():
    print("never runs")
    yield 1
f = fresh()
try:
    f.throw(RuntimeError("before start"))
except RuntimeError as error:
    print(error, next(f, "finished"))
def swallow():
    try:
        yield 1
    except BaseException as error:
        print("swallowed", type(error).__name__)
    return "returned"
s = swallow()
next(s)
try:
    s.throw(TypeError)
except StopIteration as stop:
    print(stop.value)
def replace():
    try:
        yield
    except ValueError:
        raise KeyError("replaced")
r = replace()
next(r)
try:
    r.throw(ValueError("orig"))
except KeyError as error:
    print(error, repr(error.__context__))
for bad in (5, "text", int):
    n = g()
    next(n)
    try:
        n.throw(bad)
    except TypeError as error:
        print(error)
    n.close()
d = g()
d.close()
try:
    d.throw(ValueError("to a closed one"))
except ValueError as error:
    print(error)
