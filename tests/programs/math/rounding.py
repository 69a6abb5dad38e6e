# floor, ceil, trunc, fmod, modf, remainder, copysign, isclose.
import math
for x in (2.7, -2.7, 2.0, -0.0, 1e20, 0.5, -0.5):
    print(x, math.floor(x), math.ceil(x), math.trunc(x), math.modf(x), math.fabs(x), math.copysign(1, x), math.frexp(x))
print(math.floor(5), math.ceil(-5), math.trunc(True), math.fmod(7, 3), math.fmod(-7, 3), math.fmod(7.5, -2), math.remainder(7, 4), math.remainder(5, 2), math.ldexp(0.5, 4))
print(math.isclose(0.1 + 0.2, 0.3), math.isclose(1, 1.1), math.isclose(1, 1.1, rel_tol=0.2), math.isclose(0, 1e-10), math.isclose(0, 1e-10, abs_tol=1e-9), math.isclose(math.inf, math.inf))
print(math.isnan(math.nan), math.isinf(-math.inf), math.isfinite(1e308), math.isfinite(math.inf), math.ulp(1.0), math.nextafter(1.0, 2.0), math.nextafter(0.0, -1.0))
for f in (lambda: math.floor("a"), lambda: math.floor(math.inf), lambda: math.ceil(math.nan), lambda: math.fmod(1, 0), lambda: math.trunc([]), lambda: math.floor(), lambda: math.fabs("1")):
    try:
        print(f())
    except (TypeError, ValueError, OverflowError) as error:
        print(type(error).__name__, error)
