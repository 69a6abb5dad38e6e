# lru_cache and cache.
from functools import lru_cache, cache
calls = []
@lru_cache(maxsize=2)
def f(x, y=0):
    "doc of f"
    calls.append(x)
    return x * 2
print(f(1), f(1), f(2), f(1), f(3), f(2), calls, f.cache_info(), f.__name__, f.__doc__)
f.cache_clear()
print(f.cache_info(), f(1), f(x=1), f(1, 0), f(1, y=0), calls, f.cache_info().misses, f.__wrapped__(9))
@cache
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(80), fib.cache_info())
@lru_cache
def g(*args, **kw): return args, kw
print(g(1), g(1.0), g(True), g("a", k=1), g(), g.cache_info(), g.cache_parameters())
@lru_cache(maxsize=None, typed=True)
def typed(x): return type(x).__name__
print(typed(1), typed(1.0), typed(True), typed.cache_info())
@lru_cache(maxsize=0)
def never(x):
    calls.append("never")
    return x
calls.clear()
never(1), never(1)
print(calls, never.cache_info())
for bad in (lambda: f([1]), lambda: f(), lambda: lru_cache(maxsize="a")):
    try:
        print(bad())
    except TypeError as error:
        print(error)
@cache
def fails(x):
    calls.append(x)
    raise ValueError("not kept")
for _ in range(2):
    try:
        fails(5)
    except ValueError as error:
        print(error, calls, fails.cache_info())
class C:
    def __init__(self, n): self.n = n
    @cache
    def m(self, x):
        print("compute", self.n, x)
        return self.n * x
a, b = C(2), C(3)
print(a.m(5), a.m(5), b.m(5), C.m.cache_info())
C.m.cache_clear()
