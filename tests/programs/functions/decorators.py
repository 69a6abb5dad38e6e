# Decorators of functions, with arguments, stacked, of classes.
def trace(f):
    def wrapper(*args, **kw):
        print("call", f.__name__, args, kw)
        r = f(*args, **kw)
        print("result", r)
        return r
    return wrapper
@trace
def add(a, b=1):
    return a + b
print(add(1), add(2, b=3), add.__name__)
def repeat(n):
    print("factory", n)
    def deco(f):
        print("decorate", f.__name__, n)
        def w(*a):
            return [f(*a) for _ in range(n)]
        w.__name__ = f.__name__
        return w
    return deco
@repeat(2)
@repeat(3)
def hi(x):
    return x
print(hi("x"), hi.__name__)
def register(cls):
    cls.registered = True
    registry.append(cls.__name__)
    return cls
registry = []
@register
class A:
    @staticmethod
    @trace
    def s(x):
        return x * 2
    @property
    def p(self):
        return "prop"
    @classmethod
    def c(cls):
        return cls.__name__
print(A.registered, registry, A.s(4), A().p, A.c())
class Count:
    def __init__(self, f):
        self.f, self.n = f, 0
    def __call__(self, *a):
        self.n += 1
        return self.f(*a)
@Count
def sq(x):
    return x * x
print(sq(2), sq(3), sq.n)
@lambda f: 42
def answer():
    pass
print(answer)
decos = [trace, register]
@decos[0]
def indexed():
    return "i"
indexed()
@(trace if True else None)
def conditional(): pass
conditional()
