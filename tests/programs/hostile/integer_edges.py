# Operators on the largest and smallest machine integers.
import operator

values = [0, 1, -1, 2, 3, 2 ** 31, 2 ** 61, 2 ** 62 - 1, 2 ** 62, -(2 ** 62), -(2 ** 62) - 1, 2 ** 63 - 1,
          -(2 ** 63), 2 ** 64, 10 ** 30]
operations = ["add", "sub", "mul", "floordiv", "mod", "and_", "or_", "xor", "truediv"]
for name in operations:
    f = getattr(operator, name)
    check = 0
    text = 0
    for a in values:
        for b in values:
            try:
                r = f(a, b)
            except ZeroDivisionError:
                r = 17
            check = (check * 31 + hash(r)) % 1000003
            text = (text * 7 + len(str(r))) % 1000003
    print(name, check, text)
for a in values:
    print(a, [a << n >> n == a for n in (0, 1, 62, 63, 64, 200)], a >> 62, a >> 1000)
    assert divmod(a, -3) == (a // -3, a % -3)
for shift in 2 ** 62, 2 ** 64:
    print(5 >> shift, -5 >> shift, 0 << shift)
