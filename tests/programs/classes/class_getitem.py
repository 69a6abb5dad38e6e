# __class_getitem__ and subscripted built-in types.
class Box:
    def __class_getitem__(cls, item):
        return f"{cls.__name__}[{item!r}]"
class Sub(Box): pass
print(Box[1], Sub["x"], Box[1, 2], Box[1:2], Box[...])
class Inst:
    def __getitem__(self, i): return ("instance", i)
    def __class_getitem__(cls, i): return ("class", i)
print(Inst[5], Inst()[5], Inst.__class_getitem__(7))
class Plain: pass
try:
    Plain[1]
except TypeError as error:
    print(error)
try:
    int[5]
except TypeError as error:
    print(error)
print(list[int], dict[str, int], tuple[int, ...], set[str], list[list[int]], type[int], frozenset[int])
print(list[int].__origin__, dict[str, int].__args__, list[int]([1, 2]), list[int] == list[int], isinstance([], list))
def f(x: list[int], y: dict[str, tuple[int, ...]] = {}) -> set[str]:
    return set(y)
print(f([1]), f.__annotations__)
print(int | str, int | None, isinstance(5, int | str), isinstance(None, int | None), list[int] | None, (int | str) == (str | int), issubclass(bool, int | str))
