# Random objects are independent; state can be saved.
import random
a, b = random.Random(5), random.Random(5)
print(a.random() == b.random(), a.randint(1, 100), b.randint(1, 100), a.choice("abc"), b.sample(range(10), 3))
c = random.Random(6)
print(c.random(), [c.randrange(1000) for _ in range(5)])
state = c.getstate()
first = [c.random() for _ in range(3)]
c.setstate(state)
print(first == [c.random() for _ in range(3)], len(state), state[0], len(state[1]), state[2])
random.seed(11)
x = [random.random() for _ in range(3)]
random.seed(11)
c.seed(11)
print(x == [random.random() for _ in range(3)] == [c.random() for _ in range(3)], x)
class Mine(random.Random):
    def twice(self): return self.random() + self.random()
m = Mine(1)
print(m.twice(), m.randint(1, 10), isinstance(m, random.Random))
d = random.Random(3)
d.gauss(0, 1)
s = d.getstate()
g = d.gauss(0, 1)
d.setstate(s)
print(g == d.gauss(0, 1), d.shuffle([]), d.uniform(0, 1))
