# Methods of float.
for v in (0.5, 2.0, -3.75, 1e10, 0.1):
    print(v, v.is_integer(), v.as_integer_ratio(), v.hex(), float.fromhex(v.hex()) == v, v.real, v.imag, v.conjugate())
print(float.fromhex("0x1.8p3"), float.fromhex("-0x.1p-2"), float.fromhex("inf"), float.fromhex("1"))
print((1.5).__trunc__(), (1.5).__floor__(), (1.5).__ceil__(), (-1.5).__floor__(), (-1.5).__ceil__())
print(float(), float(3), float(True), float(10**20), float("3"))
print((7).as_integer_ratio(), (-7).as_integer_ratio(), (7).__float__(), (7).__index__())
try:
    float(10**400)
except OverflowError as error:
    print(error)
try:
    float([])
except TypeError as error:
    print(error)
print(int(3.99), int(-3.99), int(1e20), int(-1e300) == -int(1e300), int(2.0**70))
