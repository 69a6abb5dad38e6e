# dir, vars, __dict__ of classes and instances.
class A:
    a = 1
    def m(self): pass
class B(A):
    b = 2
    def __init__(self): self.i = 3
b = B()
print([n for n in dir(b) if not n.startswith("__")], [n for n in dir(B) if not n.startswith("__")], vars(b), [n for n in vars(B) if not n.startswith("__")])
print(type(B.__dict__).__name__, B.__dict__["b"], "a" in B.__dict__, "i" in dir(B), "__init__" in dir(B), "__eq__" in dir(B))
try:
    B.__dict__["x"] = 1
except TypeError as error:
    print(error)
b.__dict__["dynamic"] = 5
print(b.dynamic, sorted(b.__dict__))
b.__dict__ = {"replaced": 1}
print(b.replaced, hasattr(b, "i"), b.__dict__)
try:
    b.__dict__ = 5
except TypeError as error:
    print(error)
d = b.__dict__
b.more = 2
print(d, d is b.__dict__)
d.clear()
print(vars(b), hasattr(b, "more"))
for i in range(40):
    setattr(b, f"attr{i}", i)
for i in range(0, 40, 2):
    delattr(b, f"attr{i}")
print(list(b.__dict__)[:5], len(b.__dict__), b.attr39)
x, y = B(), B()
x.p = 1
x.q = 2
y.q = 1
y.p = 2
print(list(vars(x)), list(vars(y)))
del x.p
x.p = 3
print(list(vars(x)))
