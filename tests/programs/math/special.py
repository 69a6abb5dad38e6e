# erf, gamma and their kin, to twelve digits.
import math
for f in (math.erf, math.erfc, math.lgamma, math.gamma):
    print(f.__name__, *(f"{f(x):.12g}" for x in (0.5, 1, 2.5, 5, 10)))
print(f"{math.gamma(0.5) ** 2:.10f}", math.factorial(10), f"{math.gamma(11):.12g}", math.erf(0), math.erfc(0), math.erf(100))
for f in (lambda: math.gamma(0), lambda: math.gamma(-1), lambda: math.lgamma("a")):
    try:
        print(f())
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)
