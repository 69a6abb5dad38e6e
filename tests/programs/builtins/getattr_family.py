# getattr, setattr, hasattr, delattr.
class A:
    c = "class"
    def __init__(self): self.i = "instance"
    def m(self): return "method"
    @property
    def p(self): raise AttributeError("property failed")
    @property
    def q(self): raise ValueError("other error")
a = A()
print(getattr(a, "i"), getattr(a, "c"), getattr(a, "m")(), getattr(a, "none", "default"), getattr(a, "none", None), getattr(A, "c"), getattr(5, "real"), getattr("abc", "upper")(), getattr(a, "p", "dflt"))
print(hasattr(a, "i"), hasattr(a, "zz"), hasattr(a, "p"), hasattr(A, "i"), hasattr([], "append"), hasattr(5, "x"), hasattr(None, "__class__"))
print(setattr(a, "new", 1), a.new, setattr(A, "c", "changed"), a.c, setattr(a, "with space", 5), getattr(a, "with space"), sorted(vars(a)))
print(delattr(a, "new"), hasattr(a, "new"), delattr(A, "c"), hasattr(a, "c"))
for f in (lambda: getattr(a, "zz"), lambda: hasattr(a, "q"), lambda: getattr(a, "q", 1), lambda: delattr(a, "zz"), lambda: getattr(a), lambda: getattr(a, 5), lambda: hasattr(a, 5), lambda: setattr(a, "x"), lambda: setattr(a, "p", 1), lambda: delattr(a, "c"), lambda: getattr(a, "a", 1, 2), lambda: setattr(5, "real", 1)):
    try:
        print(f())
    except (AttributeError, TypeError, ValueError) as error:
        print(type(error).__name__, error)
for name in ("alpha", "beta"):
    setattr(A, "get_" + name, lambda self, n=name: n * 2)
print(a.get_alpha(), a.get_beta())
