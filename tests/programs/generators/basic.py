# Generator functions: laziness, state, exhaustion.
def g(n):
    print("start")
    for i in range(n):
        print("before", i)
        yield i
        print("after", i)
    print("end")
it = g(2)
print(type(it).__name__, iter(it) is it)
print(next(it))
print(next(it))
try:
    next(it)
except StopIteration as stop:
    print("stop", stop.value)
print(next(it, "exhausted"), list(it))
print(list(g(1)), sum(g(2)), [*g(1)])
def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b
f = fib()
print([next(f) for _ in range(15)], next(f))
def empty():
    return
    yield
print(list(empty()), next(empty(), None))
def two():
    yield 1
    yield 2
a, b = two()
print(a, b, dict(zip(two(), "xy")), max(two()), 2 in two(), "-".join(str(x) for x in two()))
def local_state():
    x = []
    for c in "abc":
        x.append(c)
        yield "".join(x)
p, q = local_state(), local_state()
print(next(p), next(p), next(q), next(p), next(q))
def none():
    yield
    yield None
print(list(none()))
print(g.__name__, it.__name__, it.__qualname__, repr(it).startswith("<generator object g at 0x"))
