# close, GeneratorExit, finally.
def g():
    try:
        print("open")
        yield 1
        yield 2
    except GeneratorExit:
        print("exit requested")
        raise
    finally:
        print("cleanup")
it = g()
next(it)
print(it.close(), it.close(), next(it, "closed"))
f = g()
f.close()
print(next(f, "never started"))
def stubborn():
    try:
        yield 1
    except GeneratorExit:
        yield 2
s = stubborn()
next(s)
try:
    s.close()
except RuntimeError as error:
    print(error)
def value():
    try:
        yield 1
    except GeneratorExit:
        return "on close"
v = value()
next(v)
print(v.close())
def fails():
    try:
        yield
    finally:
        raise ValueError("in cleanup")
x = fails()
next(x)
try:
    x.close()
except ValueError as error:
    print(error, repr(error.__context__))
def nested():
    try:
        yield from g()
    finally:
        print("outer cleanup")
n = nested()
print(next(n))
n.close()
with_done = g()
for item in with_done:
    break
with_done.close()
print(list(g()))
print(issubclass(GeneratorExit, Exception), issubclass(GeneratorExit, BaseException))
