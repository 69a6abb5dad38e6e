# Conditional expressions and assignment expressions.
def f(x):
    return "neg" if x < 0 else "zero" if x == 0 else "pos"
print([f(x) for x in (-1, 0, 1)])
print((1 if True else 2) + 1, [1, 2][0 if False else 1], (lambda: "a" if 0 else "b")())
if (n := len("hello")) > 3:
    print(n)
while (n := n - 1) > 2:
    print("loop", n)
print((y := 5) + y, y, (z := y * 2, z + 1), [last := i for i in range(3)], last)
print([(x, sq) for x in range(5) if (sq := x * x) % 2 == 0], sq)
def g():
    if any((found := v) > 2 for v in [1, 2, 3, 4]):
        return found
print(g())
a = [b := 1, c := b + 1, d := c * 2]
print(a, b, c, d)
print(f(k := -5), k)
total = 0
values = [total := total + v for v in range(5)]
print(values, total)
def h(x=(w := 10)):
    return x
print(h(), w)
print({(key := "a"): (value := 1)}, key, value, f"{(q := 3)} {q}")
