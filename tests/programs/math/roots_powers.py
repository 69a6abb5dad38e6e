# sqrt, isqrt, cbrt, pow, exp, log.
import math
print(math.sqrt(2), math.sqrt(0), math.sqrt(1e300), math.sqrt(10**30), math.isqrt(10**30), math.isqrt(17), math.isqrt(0), round(math.cbrt(27), 12), math.hypot(3, 4), math.hypot(1, 2, 3), math.hypot(), math.dist((0, 0), (3, 4)))
print(math.pow(2, 10), math.pow(2, 0.5), math.pow(0, 0), math.pow(-2, 3), math.exp(0), math.exp(1), math.exp(-1), math.exp2(5), math.expm1(1e-10))
print(math.log(1), math.log(math.e), math.log(8, 2), math.log2(1024), math.log10(1000), math.log1p(1e-10), math.log(10**400), math.log2(2**2000), math.log10(10**400), math.log(100, 10))
print(math.pi, math.e, math.tau, math.inf, -math.inf, math.nan)
for f in (lambda: math.sqrt(-1), lambda: math.log(0), lambda: math.log(-1), lambda: math.pow(0, -1), lambda: math.pow(-1, 0.5), lambda: math.exp(1000), lambda: math.isqrt(-1), lambda: math.isqrt(2.0), lambda: math.sqrt("a"), lambda: math.log(5, 1), lambda: math.pow(10, 400), lambda: math.log(0.0), lambda: math.log2(0), lambda: math.sqrt(), lambda: math.sqrt(10**400)):
    try:
        print(f())
    except (TypeError, ValueError, OverflowError, ZeroDivisionError) as error:
        print(type(error).__name__, error)
