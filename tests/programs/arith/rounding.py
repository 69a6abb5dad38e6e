# round() of floats and integers.
for v in (0.5, 1.5, 2.5, -0.5, -1.5, 2.4999, 2.5001, 1e20, 0.0, -0.0):
    print(v, round(v), type(round(v)).__name__)
for v, n in ((2.675, 2), (1.005, 2), (1.15, 1), (1.25, 1), (123.456, -1), (123.456, -2), (123.456, -3), (1e300, 2),
             (0.1 + 0.2, 16), (5e-324, 300), (1234.5678, 0), (-1.55, 1)):
    print(v, n, round(v, n))
for v, n in ((15, -1), (25, -1), (35, -1), (-15, -1), (-25, -1), (1234, -2), (1250, -2), (7, 0), (7, 3), (10**20 + 5, -1), (49, -2), (51, -2)):
    print(v, n, round(v, n))
print(round(True), round(7), round(2.5, None), round(number=3.14159, ndigits=2))
for args in (("x",), (1.5, "x"), (1.5, 1.5)):
    try:
        print(round(*args))
    except TypeError as error:
        print(error)
