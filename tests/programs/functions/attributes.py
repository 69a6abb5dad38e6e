# Attributes of functions and methods.
def f(a, b: int = 2, *args: str, c: "later" = 3, **kw: dict) -> list:
    """Doc of f.

    More."""
    x = 1
    return x
print(f.__name__, f.__qualname__, f.__module__, f.__doc__, f.__defaults__, f.__kwdefaults__)
print(f.__annotations__, f.__dict__, f.__closure__)
f.custom = [1]
f.custom.append(2)
f.__name__ = "renamed"
f.__doc__ = "new doc"
print(f.__name__, f.__qualname__, f.custom, f.__dict__, f.__doc__, hasattr(f, "nope"), callable(f), type(f).__name__)
del f.custom
print(f.__dict__, getattr(f, "custom", "gone"))
class C:
    "C doc"
    def m(self):
        "m doc"
        def inner(): pass
        return inner
c = C()
print(C.m.__qualname__, c.m.__name__, c.m.__doc__, c.m.__self__ is c, c.m.__func__ is C.m, c.m().__qualname__, C.__doc__, c.m == c.m, c.m is c.m)
print((lambda: 0).__name__, (lambda: 0).__qualname__, [lambda: 0 for _ in range(1)][0].__qualname__, len.__name__, print.__name__, [].append.__name__, str.upper.__name__, type(len).__name__, type([].append).__name__, type(str.upper).__name__, type(c.m).__name__)
for bad in (lambda: f.nothing, lambda: setattr(f, "__name__", 5), lambda: setattr(c.m, "x", 1), lambda: setattr(len, "x", 1), lambda: setattr(f, "__defaults__", 5)):
    try:
        print(bad())
    except (AttributeError, TypeError) as error:
        print(type(error).__name__, error)
g = f
print(g is f, f == g, {f: 1}[g], f(1))
