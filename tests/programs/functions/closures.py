# Closures: shared cells, counters, loops.
def counter():
    n = 0
    def up(by=1):
        nonlocal n
        n += by
        return n
    def get():
        return n
    return up, get
up, get = counter()
up2, get2 = counter()
print(up(), up(5), get(), up2(), get2(), get())
def make():
    fs = []
    for i in range(3):
        def f():
            return i
        fs.append(f)
    return fs
print([f() for f in make()])
def make2():
    return [(lambda j: lambda: j)(i) for i in range(3)]
print([f() for f in make2()])
def adder(x):
    def add(y):
        def again(z):
            return x + y + z
        return again
    return add
print(adder(1)(2)(3), adder("a")("b")("c"))
def account(balance):
    def deposit(v):
        nonlocal balance
        balance += v
        return balance
    def withdraw(v):
        nonlocal balance
        if v > balance:
            raise ValueError("insufficient")
        balance -= v
        return balance
    return {"d": deposit, "w": withdraw}
a = account(10)
print(a["d"](5), a["w"](12))
try:
    a["w"](100)
except ValueError as error:
    print(error)
print(up.__closure__[0].cell_contents, len(adder(1)(2).__closure__))
def args(a, *b, c=1, **d):
    return lambda: (a, b, c, d)
print(args(1, 2, c=3, e=4)())
def param(x):
    def set(v):
        nonlocal x
        x = v
    set(x * 2)
    return x
print(param(21))
class K:
    def m(self):
        return lambda: (self, __class__)
k = K()
print(k.m()()[0] is k, k.m()()[1] is K)
