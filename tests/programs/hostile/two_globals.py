# One function's code under two dicts of globals.
def f(n):
    total = 0
    for _ in range(n):
        total = total + step
    return total


step = 1
g = type(f)(f.__code__, {"step": 10, "range": range})
h = type(f)(f.__code__, {"step": "x", "range": range})
for _ in range(50):
    a, b = f(5), g(5)
print(a, b)
try:
    h(2)
except TypeError as e:
    print(e)
step = 2.5
print(f(2), g(2))
del step
try:
    f(1)
except NameError as e:
    print(e)
print(g(1))
