# Loops with a step of zero or NaN, and float counters that do not move.
def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


attempt(lambda: range(1, 5, 0))
attempt(lambda: [1, 2, 3][::0])
attempt(lambda: list(range(5, 1)))
attempt(lambda: range(0.5))
nan = float("nan")
x, n = 0.0, 0
while x < 5:
    x += nan
    n += 1
print(n, x)
x, n = 2.0 ** 53, 0
while x < 2.0 ** 53 + 10 and n < 100:
    x += 1.0
    n += 1
print(n, x)
x, n = 1.0, 0
while x:
    x /= 2
    n += 1
print(n)
print(max(nan, 1), max(1, nan), min(nan, 1), sorted([2, nan, 1]) == 0, nan in (nan,))
x, n = 1.0, 0
while x != x * 2:
    x *= 2
    n += 1
print(n, x, -x, x - x == x - x)
