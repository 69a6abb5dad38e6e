# Integer operators on all sign combinations.
for a in (7, -7, 0, 1, -1, 12345):
    for b in (3, -3, 1, -1, 100):
        print(a, b, a + b, a - b, a * b, a // b, a % b, divmod(a, b), a / b)
print(+5, -5, ~5, ~-1, --5, -+-5)
print(5 & 3, 5 | 3, 5 ^ 3, -5 & 3, -5 | 3, -5 ^ 3)
print(1_000_000, 0xFF, 0o17, 0b1011, 0xdead_beef)
x = 10
x += 5
x -= 3
x *= 4
x //= 5
x %= 7
x <<= 6
x >>= 1
x |= 9
x &= 0x7B
x ^= 3
x **= 2
print(x)
print((5).bit_length(), (-8).bit_length(), (0).bit_length(), (255).bit_count(), (-255).bit_count())
print((5).real, (5).imag, (5).numerator, (5).denominator, (5).conjugate(), (5).is_integer())
