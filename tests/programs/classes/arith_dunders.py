# Binary operators on user classes: direct, reflected, in place.
class N:
    def __init__(self, v): self.v = v
    def __repr__(self): return f"N({self.v})"
def install(name, symbol):
    def direct(self, other): return f"{self.v}{symbol}{other!r}"
    def reflected(self, other): return f"{other!r}{symbol}{self.v} reflected"
    setattr(N, f"__{name}__", direct)
    setattr(N, f"__r{name}__", reflected)
for name, symbol in [("add", "+"), ("sub", "-"), ("mul", "*"), ("truediv", "/"), ("floordiv", "//"), ("mod", "%"), ("pow", "**"), ("matmul", "@"), ("lshift", "<<"), ("rshift", ">>"), ("and", "&"), ("or", "|"), ("xor", "^"), ("divmod", "divmod")]:
    install(name, symbol)
n = N(7)
print(n + 1, n - 1, n * 2, n / 2, n // 2, n % 2, n ** 2, n @ 2, n << 1, n >> 1, n & 1, n | 1, n ^ 1, divmod(n, 3), sep="; ")
print(1 + n, 1 - n, 2 * n, 2 / n, 2 // n, 2 % n, 2 ** n, 2 @ n, 1 << n, 1 >> n, 1 & n, 1 | n, 1 ^ n, divmod(3, n), sep="; ")
print("s" + n, [1] + n, n + n, None + n, "%" + n, 1.5 * n, True | n, "a" * n, [0] * n, (1,) + n, sep="; ")
x = n
x += 5
print(x)
x = N(1)
x -= 2
print(x)
class I:
    def __init__(self, v): self.v = v
    def __iadd__(self, o): self.v.append(("iadd", o)); return self
    def __isub__(self, o): return "isub result"
    def __imul__(self, o): return NotImplemented
    def __mul__(self, o): return ("mul", o)
    def __ior__(self, o): self.v.append(("ior", o)); return self
    def __ipow__(self, o): return ("ipow", o)
    def __ifloordiv__(self, o): return ("ifloordiv", o)
    def __imatmul__(self, o): return ("imatmul", o)
i = j = I([])
i += 1
i |= 2
print(i is j, i.v)
i *= 3
j -= 1
print(i, j)
for k in range(3):
    m = I([])
    if k == 0: m **= 2
    elif k == 1: m //= 2
    else: m @= 2
    print(m)
print(-1 if not hasattr(n, "__neg__") else 0)
class U:
    def __neg__(self): return "neg"
    def __pos__(self): return "pos"
    def __invert__(self): return "invert"
    def __abs__(self): return "abs"
    def __round__(self, n="none"): return ("round", n)
print(-U(), +U(), ~U(), abs(U()), round(U()), round(U(), 2), round(U(), None))
