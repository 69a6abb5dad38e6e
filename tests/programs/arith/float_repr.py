# Shortest repr of floats.
for v in (0.1, 1.0, 100.0, 1e15, 1e16, 1e17, 123456789.123, 1e-4, 1e-5, 1.5e-7, 0.0001234, 12345678901234567.0,
          9007199254740993.0, 1.7976931348623157e308, 4.9e-324, 3.141592653589793, 2.5e20, 1e100, 0.3, 2/3,
          -0.0, 1e0, 1E5, .5, 5., 1_0.0_1, 0e0):
    print(v, repr(v), str(v), -v)
inf = float("inf")
nan = float("nan")
print(inf, -inf, nan, inf - inf, inf + 1, inf * -1, [inf, nan], (nan,))
print(float("1e3"), float("  -2.5e-3 "), float("1_000.5"), float("Infinity"), float("-INF"), float("NaN"), float(".5"), float("5."))
for text in ("", "abc", "1e", "1__0", "0x10", "1.2.3", "in f"):
    try:
        print(float(text))
    except ValueError as error:
        print(error)
