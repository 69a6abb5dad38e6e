# Loops with else, break, continue.
for i in range(3):
    print(i)
else:
    print("no break")
for i in range(3):
    if i == 1:
        break
else:
    print("never")
print("i", i)
for i in []:
    pass
else:
    print("empty", i)
n = 0
while n < 5:
    n += 1
    if n == 2:
        continue
    if n == 4:
        break
    print("n", n)
else:
    print("never")
while n < 6:
    n += 1
else:
    print("while else", n)
for i in range(2, 12):
    for j in range(2, i):
        if i % j == 0:
            print(i, "=", j, "*", i // j)
            break
    else:
        print(i, "is prime")
def find(items, x):
    for index, item in enumerate(items):
        if item == x:
            return index
    else:
        return "not found"
print(find("abc", "b"), find("abc", "z"))
for x in range(3):
    for y in range(3):
        if y == x:
            continue
        if x == 2:
            break
        print(x, y, end="; ")
    else:
        continue
    print("inner break", x)
