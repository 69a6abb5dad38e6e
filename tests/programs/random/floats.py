# random.random with seeds of several kinds.
import random
for seed in (0, 1, 42, -42, 2**40, 2**200 + 7):
    random.seed(seed)
    print(seed, [random.random() for _ in range(5)])
random.seed(7)
for _ in range(1300):
    x = random.random()
print(x)
random.seed("a string")
print(random.random(), random.random())
random.seed(b"bytes")
print(random.random())
random.seed(1.5)
print(random.random())
random.seed(3)
print([random.uniform(-5, 5) for _ in range(3)], random.uniform(10, 2), random.uniform(1, 1))
print(random.gauss(0, 1), random.gauss(10, 2), random.gauss(mu=1, sigma=0))
random.seed(5)
print([random.gauss() for _ in range(4)])
