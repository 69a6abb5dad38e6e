# Integers that leave the machine word in a loop and come back.
def powers(start, n):
    x = start
    out = []
    for i in range(n):
        x = x * 2 + 1
        if i > n - 4:
            out.append(x)
    return out


print(powers(2 ** 58, 8))
print(powers(-(2 ** 58), 8))
x = 2 ** 62 - 3
for _ in range(6):
    print(x, -x - 1, x + 1, x - 1)
    x += 1
total = 0
for i in range(2 ** 63 - 3, 2 ** 63 + 3):
    total += i
print(total)
total = 2 ** 65
for i in range(1000):
    total -= 2 ** 55
print(total, total >> 60, total & 0xFFFF)
for edge in 2 ** 62, 2 ** 63, 2 ** 64:
    for d in -1, 0, 1:
        for s in 1, -1:
            v = s * (edge + d)
            print(v, v * v // v == v, -v, ~v, abs(v), v // 3, v % 7, v << 1 >> 1 == v, v - v)
