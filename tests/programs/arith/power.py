# Powers of integers and floats, and three-argument pow.
for base in (0, 1, -1, 2, -2, 3, 10):
    print([base**e for e in range(0, 8)])
print(2**-1, 2**-3, (-2)**-3, 10**-2, 4**0.5, 2.0**3, 2**0.5, (-8) ** 3)
print(0**0, 0.0**0, 0**0.0, 1**1000, (-1) ** 1001)
print(7**77)
print(-2**2, (-2) ** 2, 2**3**2, -2**-2)
print(pow(3, 200, 13), pow(2, 10**5, 1000000007), pow(-3, 5, 7), pow(3, 5, -7), pow(5, 0, 1))
print(pow(3, -1, 7), pow(10, -3, 17), pow(2, 3), pow(2.0, 3), pow(2, -2))
for args in ((0, -1), (0.0, -1), (2, -1, 4), (2, 3, 0), (2.0, 3, 5)):
    try:
        print(pow(*args))
    except (ZeroDivisionError, ValueError, TypeError) as error:
        print(type(error).__name__, error)
try:
    print(10.0**400)
except OverflowError as error:
    print(error)
