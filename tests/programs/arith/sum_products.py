# sum(), and long accumulations in integers and floats.
print(sum([]), sum([1, 2, 3]), sum([1, 2], 10), sum([0.1] * 10), sum([1, 2.5]), sum((True, False, True)))
print(sum([[1], [2]], []), sum(range(1000)), sum(x * x for x in range(100)), sum([10**20, 1, -10**20]))
print(sum([1e16, 1.0, -1e16]), sum([0.1, 0.2, 0.3, -0.6]), sum([1, 1e100, 1.0, -1e100]), sum(iter([5, 6]), start=1))
total = 0
for i in range(1, 2000):
    total += i * i - i // 2
print(total)
f = 0.0
for i in range(1, 1000):
    f += 1 / i
print(f)
p = 1
for i in range(1, 40):
    p = p * i % 1000003
print(p)
for bad in (["a"], [1, "a"], [[1]]):
    try:
        sum(bad)
    except TypeError as error:
        print(error)
try:
    sum(["a"], "")
except TypeError as error:
    print(error)
