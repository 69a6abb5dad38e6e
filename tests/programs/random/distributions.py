# The less common distributions.
import random
random.seed(3)
print(random.normalvariate(0, 1), random.expovariate(2), random.triangular(0, 10, 3), random.lognormvariate(0, 0.5))
print(random.betavariate(2, 3), random.gammavariate(2, 1), random.gammavariate(0.5, 2), random.gammavariate(1, 1), random.paretovariate(3), random.weibullvariate(1, 2), random.vonmisesvariate(0, 4), random.vonmisesvariate(1, 0))
print(random.binomialvariate(10, 0.5), random.triangular(), random.triangular(1, 1), random.expovariate())
