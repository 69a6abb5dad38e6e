# Annotations of functions, variables and classes; they are evaluated late.
def f(a: int, b: "str" = "x", *c: list[int], d: dict[str, int] | None = None, **e: (1, 2)) -> "C":
    return a
print(f.__annotations__)
def g(a: undefined_name, b: also.undefined = 1) -> nope:
    return a
print(g(5))
try:
    g.__annotations__
except NameError as error:
    print(error)
x: int = 5
y: str
z: list[int] = []
print(x, z, __annotations__ if "__annotations__" in globals() else "late")
try:
    y
except NameError as error:
    print(error)
class C:
    a: int
    b: str = "b"
    c: "C"
    d: float = a if False else 1.5
    def m(self) -> None:
        self.q: int = 3
        local: undefined_thing = 4
        return self.q + local
print(C.__annotations__, C.b, C.d, hasattr(C, "a"), C().m())
class D(C):
    pass
print(D.__annotations__, f.__annotations__ is f.__annotations__)
def h():
    v: int
    try:
        return v
    except UnboundLocalError as error:
        return str(error)
print(h())
(w): int = 7
d = {}
d["k"]: int = 8
C.attr: str = "set"
print(w, d, C.attr)
