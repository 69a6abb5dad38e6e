# factorial, gcd, lcm, comb, perm, prod, fsum, sumprod.
import math
print([math.factorial(n) for n in range(12)], math.factorial(30))
print(math.gcd(12, 18), math.gcd(0, 5), math.gcd(-4, 6), math.gcd(), math.gcd(12, 18, 27), math.gcd(2**100, 6**50), math.lcm(4, 6), math.lcm(), math.lcm(0, 5), math.lcm(2, 3, 4), math.lcm(-3, 5))
print([math.comb(6, k) for k in range(8)], math.comb(50, 25), [math.perm(5, k) for k in range(7)], math.perm(5), math.comb(10**6, 3))
print(math.prod([1, 2, 3]), math.prod([]), math.prod([2.5, 2]), math.prod([2, 3], start=10), math.prod(range(1, 25)))
print(math.fsum([0.1] * 10), sum([0.1] * 10), math.fsum([1e100, 1.0, -1e100]), math.fsum([]), math.sumprod([1, 2], [3, 4]), math.sumprod([], []))
for f in (lambda: math.factorial(-1), lambda: math.factorial(1.5), lambda: math.comb(-1, 2), lambda: math.comb(2, -1), lambda: math.gcd(1.5, 2), lambda: math.perm(1.5), lambda: math.fsum(["a"]), lambda: math.sumprod([1], [1, 2]), lambda: math.prod(["a", "b"])):
    try:
        print(f())
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
