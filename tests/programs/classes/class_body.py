# What a class body may contain, and its scope.
x = "global"
class A:
    print("body runs", __name__, __qualname__)
    x = "class"
    y = x
    if y == "class":
        z = "conditional"
    for i in range(3):
        pass
    squares = [n * n for n in range(4)]
    try:
        w = 1 / 0
    except ZeroDivisionError:
        w = "handled"
    def m(self): return x
    alias = m
    del i
    with_default = lambda self, v=x: v
    gen = list(x for _ in range(1))
    comp = [x for _ in range(1)]
    first = [v for v in x]
a = A()
print(A.y, A.z, A.squares, A.w, a.m(), a.alias(), a.with_default(), hasattr(A, "i"), A.gen, A.comp, A.first)
def f():
    x = "local"
    class B:
        y = x
        def m(self): return x
        x = "b"
        z = x
    return B.y, B.z, B().m()
try:
    print(f())
except NameError as error:
    print(error)
def g():
    v = "enclosing"
    class C:
        nonlocal v
        v = "changed by class body"
        w = v
    return v, C.w
print(g())
class D:
    global made_global
    made_global = 5
print(made_global, hasattr(D, "made_global"))
class E:
    a = 1
    def method(self):
        class Inner:
            b = self.a
        return Inner.b
    locals()["dynamic"] = 7
print(E().method(), E.dynamic)
try:
    class F:
        print("before")
        raise ValueError("in body")
except ValueError as error:
    print(error, "F" in globals())
class G: "doc"; p = 1; q = 2
print(G.__doc__, G.p + G.q)
class H(A, *[], **{}):
    pass
print(H.__bases__[0].__name__, H.__dict__["__module__"], "__dict__" in A.__dict__, A.__dict__["x"])
