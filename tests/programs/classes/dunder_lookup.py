# Implicit calls look special methods up on the type, not on the instance.
class A:
    def __len__(self): return 1
    def __iter__(self): return iter("class")
    def __str__(self): return "class"
    def __eq__(self, o): return "class eq"
    def __getitem__(self, k): return "class item"
    def __contains__(self, k): return True
    def __enter__(self): return "class enter"
    def __exit__(self, *a): print("class exit")
a = A()
for name in ("len", "iter", "str", "eq", "getitem", "contains", "enter", "exit"):
    setattr(a, f"__{name}__", lambda *args: "instance")
print(len(a), "".join(a), str(a), a == 1, a[0], 5 in a, a.__len__(), a.__str__())
with a as value:
    print(value)
A.__len__ = lambda self: 2
print(len(a))
del A.__len__
try:
    len(a)
except TypeError as error:
    print(error)
class Meta(type):
    def __len__(cls): return 3
    def __str__(cls): return "meta str"
class B(metaclass=Meta):
    def __len__(self): return 4
    def __str__(self): return "b str"
print(len(B), len(B()), str(B), str(B()), B.__len__(B()))
class G:
    def __getattr__(self, name): print("getattr", name); return lambda *a: 99
g = G()
for f in (lambda: len(g), lambda: g + 1, lambda: g[0], lambda: iter(g), lambda: g()):
    try:
        f()
    except TypeError as error:
        print(error)
print(g.__len__(), bool(g))
class D:
    class Callable:
        def __call__(self, *args): return ("called", len(args))
    __add__ = Callable()
    __getitem__ = staticmethod(lambda k: ("static", k))
    __neg__ = classmethod(lambda cls: cls.__name__)
    __bool__ = property(lambda self: lambda: False)
print(D() + 1, D()[5], -D(), bool(D()))
A.__add__ = lambda self, o: "added later"
print(a + 1)
A.__add__ = None
try:
    a + 1
except TypeError as error:
    print(error)
