# Operator precedence and associativity.
print(1 + 2 * 3, (1 + 2) * 3, 2 * 3 % 4, 2 + 3 - 4 + 5, 100 // 7 // 2, 100 / 5 / 2)
print(1 << 2 + 1, 1 | 2 ^ 3 & 4, ~1 + 2, -2**2, 2**-1, -3 % 5, -3 // 2, not 1 == 2)
print(1 or 0 and 0, (1 or 0) and 0, not 0 and 1, not (0 and 1), 1 if 0 else 2 if 0 else 3)
print(5 & 3 == 1, (5 & 3) == 1, 1 + 1 in [2], "a" "b" * 2, "a" + "b" * 2)
print(2 ** 3 ** 2, (2 ** 3) ** 2, -2 ** 2 ** 0, 10 - 5 - 2, 8 >> 1 >> 1, 1 < 2 == True)
print([1, 2][0] + 3 ** 2, -[4][0], "abc"[1] * 3, (lambda x: x + 1)(2) * 3)
print(3 - -3, 3 - +3, 3--3, ~-~-5, - - -1, 4 @ 2 if False else "skipped")
print((lambda: 1 if 0 else 2)(), (lambda x, y=1 or 2: x if y else -x)(3), not 1 in [1], -1 ** 2 is not None)
