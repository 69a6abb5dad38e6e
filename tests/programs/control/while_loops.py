# Conditions of while, in all their forms.
n = 10
while n:
    n -= 3
    if n < 0:
        break
print(n)
items = [1, 2, 3]
while items:
    print(items.pop(), end=" ")
print()
while (line := next(iter([]), None)) is not None:
    print(line)
x = 27
steps = 0
while x != 1:
    x = x // 2 if x % 2 == 0 else 3 * x + 1
    steps += 1
print(steps)
a, b = 0, 1
while a < 100:
    print(a, end=" ")
    a, b = b, a + b
print()
i = 0
while True:
    i += 1
    if i % 2:
        continue
    if i > 6:
        break
    j = 0
    while j < i:
        j += 1
        if j == 3:
            break
    else:
        print("inner complete", i, j)
        continue
    print("inner broken", i, j)
while False:
    print("never")
else:
    print("else of while False")
k = 5
while not k <= 0 and k != 2:
    k -= 1
print(k)
data = iter("abc")
while chunk := next(data, ""):
    print(chunk, end=".")
print()
