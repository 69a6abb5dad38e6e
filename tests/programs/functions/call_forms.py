# All call forms.
def f(a, b, c=3, *args, d, e=5, **kw):
    return a, b, c, args, d, e, kw
print(f(1, 2, d=4))
print(f(1, b=2, d=4, c=9))
print(f(*[1, 2, 3, 4, 5], d=0, z=1))
print(f(1, *[2], **{"d": 4, "q": 7}))
print(f(d=1, b=2, a=3, e=4, x=5, c=6))
print(f(*"abc", *range(2), d=1, **{}, **{"y": 2}))
def none():
    pass
def many(*a, **k):
    return len(a), sorted(k)
print(none(), many(), many(*[], **{}), many(*range(300))[0], many(**{str(i): i for i in range(3)}), many(1, *(2, 3), 4, *[5], x=1, **{"y": 2}))
def positional(a, b, /):
    return a - b
def keyword(*, a, b=2):
    return a - b
def mixed(a, /, b, *, c):
    return a, b, c
print(positional(5, 3), keyword(a=1), keyword(b=1, a=5), mixed(1, 2, c=3), mixed(1, b=2, c=3))
def posname(a, /, **kw):
    return a, kw
print(posname(1, a=2))
print((lambda *a, **k: (a, k))(1, x=2), (lambda a, b=2, *c, d=4: (a, b, c, d))(1, 5, 6), (lambda: 5)(), (lambda x: lambda y: x + y)(1)(2))
print(max(3, 1, key=lambda v: -v), sorted([3, 1], reverse=True), dict(a=1, **{"b": 2}), print("x", "y", sep="-"))
def order(n):
    print("eval", n)
    return n
print(many(order(1), *[order(2)], k=order(3), **{"l": order(4)}))
