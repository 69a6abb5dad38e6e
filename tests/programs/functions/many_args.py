# Functions with many parameters, locals and arguments.
def f(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, b0=10, b1=11, b2=12, b3=13, b4=14, b5=15):
    return a0 + a9 * b0 - b5, [a1, a2, a3, a4, a5, a6, a7, a8], (b1, b2, b3, b4)
print(f(*range(10)), f(*range(16)), f(*range(10), b5=0), f(**{f"a{i}": i * i for i in range(10)}))
def g(*args):
    first, *middle, last = args
    return first, len(middle), last
print(g(*range(1000)))
def h():
    a = b = c = d = e = 1
    x1 = a + b; x2 = x1 + c; x3 = x2 + d; x4 = x3 + e; x5 = x4 * x1; x6 = x5 - x2; x7 = x6 * x3; x8 = x7 % x4
    return a, b, c, d, e, x1, x2, x3, x4, x5, x6, x7, x8
print(h())
def k(**kw):
    return sum(kw.values()), len(kw), next(iter(kw))
print(k(**{f"key{i}": i for i in range(300)}))
print(max(*range(50), 7), min(9, *range(3, 8)), len([*range(300), *range(300)]))
big = [
    [i * j for j in range(12)]
    for i in range(12)
]
print(sum(map(sum, big)), (lambda a, b, c, d, e, f, g, h: a + b + c + d + e + f + g + h)(*range(8)))
deep = ((((((((((1,),),),),),),),),),)
print(deep, [[[[[[]]]]]], {"a": {"b": {"c": {"d": 1}}}}["a"]["b"]["c"]["d"])
