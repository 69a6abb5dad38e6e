# Generator expressions: scope, laziness, first iterable evaluated at once.
g = (x * x for x in range(5))
print(type(g).__name__, next(g), list(g), list(g))
print(sum(x for x in range(10) if x % 2), max((len(w), w) for w in ["a", "ccc", "bb"]), list((x, y) for x in range(3) for y in range(x)), any(x > 3 for x in [1, 5, 1 / 1]), ",".join(c.upper() for c in "abc"))
def show(x):
    print("eval", x)
    return x
lazy = (show(x) for x in show([1, 2]))
print("created")
print(next(lazy))
n = 10
late = (n + i for i in range(2))
n = 20
print(list(late))
try:
    bad = (x for x in 5)
except TypeError as error:
    print("at creation:", error)
inner = (1 / x for x in [1, 0, 2])
print(next(inner))
try:
    next(inner)
except ZeroDivisionError as error:
    print("at use:", error)
print(next(inner, "finished after error"))
def f():
    x = 5
    return list(x * y for y in range(3)), list(x for x in range(2)), x
print(f())
print((lambda: list(i for i in range(3)))(), dict((k, v) for k, v in zip("ab", [1, 2])), {*(x % 3 for x in range(9))}, [*(i for i in "xy")], all(() for _ in []))
print(g.__name__, list(x for x in (y for y in (z for z in range(3)))))
def take(n, it): return [x for x, _ in zip(it, range(n))]
def count(i=0):
    while True:
        yield i
        i += 1
evens = (x for x in count() if x % 2 == 0)
squares = (x * x for x in evens)
print(take(5, squares), next(squares))
def primes():
    def sieve(it):
        p = next(it)
        yield p
        yield from sieve(x for x in it if x % p)
    return sieve(count(2))
print(take(12, primes()))
fs = [f for f in (lambda: i for i in range(3))]
print([f() for f in fs])
