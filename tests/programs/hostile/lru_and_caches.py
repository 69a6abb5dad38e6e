# Memo tables whose keys or functions change them.
import functools


class Key:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return 1

    def __eq__(self, other):
        global armed
        if armed:
            armed = False
            f.cache_clear()
        return self.n == other.n


@functools.lru_cache(maxsize=3)
def f(key):
    global calls
    calls += 1
    return key.n


@functools.lru_cache(maxsize=None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


@functools.lru_cache(maxsize=2)
def fails(n):
    if n == 1:
        fails.cache_clear()
    if n > 2:
        raise ValueError(n)
    return fails(n + 1)


calls = 0
armed = False
print([f(Key(n)) for n in (1, 2, 3, 1, 4, 2)], calls)
armed = True
print(f(Key(3)), calls)
print(fib(200), fib.cache_info())
for _ in range(2):
    try:
        fails(0)
    except ValueError as e:
        print("ValueError", e)
print(fails.cache_info())
