# Integers of a hundred thousand digits: arithmetic, text and back.
import sys

sys.set_int_max_str_digits(0)
x = 7 ** 40000
s = str(x)
print(len(s), s[:10], s[-10:])
print(int(s) == x)
print(len(hex(x)), x.bit_length())
y = x * x
print(len(str(y)), y // x == x, y % x, pow(3, 10 ** 20, 10 ** 9 + 7))
print((x + 1) * (x - 1) == y - 1)
print(int("1" * 20000) % 97, -x // 3 + x // 3)
z = 10 ** 100000
print(len(str(z)), z % 7)
print(x >> 100000 << 100000 <= x, (x ^ (x >> 1)) & 0xFFFFFFFF)
