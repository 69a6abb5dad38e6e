# Integers that leave the machine word and come back.
x = 1
for i in range(70):
    x *= 2
    if i > 58:
        print(i, x, x - 1, -x, x + 1)
a = 2**62 - 1
print(a, a + 1, a + 2, -a - 1, -a - 2, a * 2, a * a)
b = 9223372036854775807
print(b, b + 1, -b - 1, -b - 2, b * b, (b + 1) - 1 == b)
c = 10**30
print(c, c - c, c - 10**30 + 5, c // 10**29, c % 7)
print(c * -1, abs(-c), -c + c, c ^ c, c & 0xFF, c | 1)
f = 1
for i in range(1, 31):
    f *= i
print(f)
for i in range(30, 0, -1):
    f //= i
print(f)
print(2**100 - 2**99, 2**200 >> 190, hash(2**61 - 1), hash(2**61))
