# Lambdas everywhere.
print((lambda: None)(), (lambda x: x)(1), (lambda x, y=2: x + y)(1), (lambda *a: a)(1, 2), (lambda **k: k)(a=1), (lambda *, k: k)(k=3), (lambda a, /, b: (a, b))(1, b=2))
ops = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b}
print([ops[o](6, 3) for o in "+-*"])
compose = lambda *fs: (lambda x: x) if not fs else lambda x: fs[0](compose(*fs[1:])(x))
print(compose(lambda x: x + 1, lambda x: x * 2, str.__len__)("abc"), compose()(5))
print(list(map(lambda x: x * x, range(5))), list(filter(lambda x: x % 2, range(6))), sorted("bca", key=lambda c: -ord(c)))
print((lambda x: (lambda y: (lambda z: x + y + z)(3))(2))(1))
f = lambda n: 1 if n < 2 else n * f(n - 1)
print(f(10), f.__name__)
print([(lambda: i)() for i in range(3)], (lambda x: [x for x in range(x)])(3), (lambda: (yield))().__class__.__name__)
g = lambda: (a := 5, a + 1)
print(g(), (lambda x: x if x > 0 else -x)(-3), (lambda: {"k": lambda: "deep"})()["k"]())
class C:
    m = lambda self, x: (type(self).__name__, x)
print(C().m(1), (lambda self: self).__get__(5)(), (lambda a=1, *b, c=2, **d: (a, b, c, d))(9, 8, c=7, e=6))
