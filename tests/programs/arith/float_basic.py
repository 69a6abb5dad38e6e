# Float operators.
values = [0.0, -0.0, 1.5, -2.25, 1e300, 1e-300, 3.0]
for a in values:
    print(a, -a, +a, abs(a), bool(a), a + 1, a - 1, a * 2, a / 3)
for a, b in ((7.5, 2), (-7.5, 2), (7.5, -2), (-7.5, -2), (1, 0.1), (5.0, 3.0), (-0.0, 3.0), (1e20, 3.0)):
    print(a, b, a // b, a % b, divmod(a, b))
print(0.1 + 0.2, 1 / 3, 2 / 3, 1e16 + 1, 1e22, 1e21, 123456789012345678.0)
print(1e300 * 1e10, -1e300 * 1e10, 1e-320, 5e-324, 5e-324 / 2, 2.2250738585072014e-308)
for zero in (0, 0.0):
    for divide in (lambda: 1.0 / zero, lambda: 1 / zero, lambda: 1.0 // zero, lambda: 1.0 % zero, lambda: divmod(1.0, zero)):
        try:
            print(divide())
        except ZeroDivisionError as error:
            print(zero, error)
x = 1.0
x += 2
x *= 3.5
x -= 0.25
x /= 2
x //= 1.5
x **= 2
x %= 4
print(x)
