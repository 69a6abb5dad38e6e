# __call__.
class Adder:
    def __init__(self, n): self.n = n
    def __call__(self, x, *rest, scale=1): return (self.n + x) * scale, rest
a = Adder(10)
print(a(1), a(1, 2, 3, scale=2), callable(a), callable(5), callable(Adder), callable(len), list(map(a, [1, 2])), a.__call__(5))
class Memo:
    def __init__(self, f): self.f, self.seen = f, {}
    def __call__(self, n):
        if n not in self.seen:
            self.seen[n] = self.f(n)
        return self.seen[n]
@Memo
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(60), len(fib.seen))
class Plain: pass
p = Plain()
p.__call__ = lambda: "instance"
none, items = None, []
for f in (lambda: p(), lambda: a(), lambda: Plain()(), lambda: none(), lambda: items(1), lambda: a(1, bad=2)):
    try:
        print(f())
    except TypeError as error:
        print(error)
Plain.__call__ = lambda self, *args: ("class", args)
print(p(1, 2), callable(p))
class Meta(type):
    def __call__(cls, *args):
        print("meta call", cls.__name__, args)
        return super().__call__(*args)
class M(metaclass=Meta):
    def __init__(self, x=0): self.x = x
print(M(5).x, M().x)
class Chain:
    def __init__(self, parts=()): self.parts = parts
    def __getattr__(self, name): return Chain(self.parts + (name,))
    def __call__(self, *args): return Chain(self.parts + (args,))
    def __repr__(self): return repr(self.parts)
print(Chain().a.b(1).c(2, 3))
class Static:
    __call__ = staticmethod(lambda *a: a)
print(Static()(1, 2))
class Nested:
    __call__ = Adder(5)
print(Nested()(1))
