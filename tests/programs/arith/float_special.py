# Infinities, NaN and signed zero.
inf = float("inf")
nan = float("nan")
for a in (inf, -inf, nan, 0.0, -0.0, 1.0):
    for b in (inf, -inf, nan, 0.0, 1.0):
        print(a < b, a <= b, a == b, a != b, a > b, a >= b, end=" ")
    print()
print(nan == nan, nan is nan, nan in [nan], [nan] == [nan], nan in (1, 2))
print(0.0 == -0.0, str(-0.0), 0.0 * -1, -0.0 + 0.0, max(0.0, -0.0), min(nan, 1), max(1, nan))
print(inf // 2, -inf % 5 != -inf % 5, 5 % inf, -5 % inf, 5 // inf, -5 // inf, 5.0 / inf)
print(inf == 10**400, inf > 10**400, -inf < -10**400, 1e308 * 10 == inf)
for value in (inf, -inf, nan):
    for convert in (int, round):
        try:
            print(convert(value))
        except (OverflowError, ValueError) as error:
            print(type(error).__name__, error)
print(hash(inf), hash(-inf), hash(0.0) == hash(-0.0), hash(1.0) == hash(1))
