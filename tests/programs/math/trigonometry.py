# Trigonometric and hyperbolic functions, to twelve digits.
import math
for f in (math.sin, math.cos, math.tan, math.atan, math.sinh, math.cosh, math.tanh, math.asinh):
    print(f.__name__, *(f"{f(x):.12g}" for x in (0, 0.5, 1, -1, 2.5, 10, 0.001)))
for f in (math.asin, math.acos, math.atanh):
    print(f.__name__, *(f"{f(x):.12g}" for x in (0, 0.5, -0.5, 0.25, 0.9)))
print(f"{math.acosh(2):.12g}", math.atan2(1, 1), math.atan2(-1, -1), math.atan2(0, -1), math.atan2(-0.0, -1), math.atan2(0, 0), math.degrees(math.pi), math.radians(180), math.degrees(1), math.sin(0), math.cos(0))
for f in (lambda: math.asin(2), lambda: math.acos(-2), lambda: math.acosh(0.5), lambda: math.atanh(1), lambda: math.sin(math.inf), lambda: math.sin("a"), lambda: math.atan2(1)):
    try:
        print(f())
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
