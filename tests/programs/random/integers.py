# randint, randrange, getrandbits, randbytes.
import random
random.seed(1)
print([random.randint(1, 6) for _ in range(20)], [random.randint(-10, 10) for _ in range(5)], random.randint(5, 5), random.randint(0, 10**20))
print([random.randrange(10) for _ in range(10)], [random.randrange(5, 50, 5) for _ in range(6)], random.randrange(10, 0, -3), random.randrange(2**70), random.randrange(1))
print([random.getrandbits(k) for k in (1, 8, 31, 32, 33, 64, 65, 100)], random.getrandbits(0), random.randbytes(5))
for f in (lambda: random.randrange(0), lambda: random.randrange(5, 5), lambda: random.randint(5, 1), lambda: random.randrange(1, 10, 0), lambda: random.randrange(1.5), lambda: random.getrandbits(-1), lambda: random.randint(1), lambda: random.randint("a", 1)):
    try:
        print(f())
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
random.seed(99)
counts = [0] * 6
for _ in range(600):
    counts[random.randint(0, 5)] += 1
print(counts, sum(counts))
