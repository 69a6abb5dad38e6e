# Default values: when they are evaluated and shared.
print("start")
def value(x):
    print("default", x)
    return x
def f(a, b=value(1), *, c=value(2), d=value([])):
    d.append(a)
    return a, b, c, d
print("defined")
print(f(1), f(2, 3), f(4, c=5), f(6, d=[]))
print(f.__defaults__, f.__kwdefaults__)
f.__defaults__ = (100,)
print(f("x", c=1))
x = 1
def g(y=x):
    return y
x = 2
print(g(), g(x))
def h(items=None):
    items = [] if items is None else items
    items.append(1)
    return items
print(h(), h(), h([0]))
fs = [lambda i=i: i for i in range(3)]
print([p() for p in fs], [p() for p in [lambda: i for i in range(3)]])
def k(a, b=2, /, c=3, *args, d=4, **kw):
    return a, b, c, args, d, kw
print(k(1), k(1, 5), k(1, c=9), k(1, 2, 3, 4, 5), k(1, d=0, b=7, a=8))
f.__defaults__ = None
try:
    f(1)
except TypeError as error:
    print(error)
f.__kwdefaults__ = None
try:
    f(1, 2)
except TypeError as error:
    print(error)
