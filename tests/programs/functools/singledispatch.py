# singledispatch.
from functools import singledispatch
@singledispatch
def show(x, *rest): return f"object {x!r}"
@show.register
def _(x: int, *rest): return f"int {x}"
@show.register(str)
def show_str(x, *rest): return f"str {x}"
@show.register(list)
@show.register(tuple)
def _(x, *rest): return "[" + ", ".join(map(show, x)) + "]"
class A: pass
class B(A): pass
show.register(A, lambda x, *rest: f"A or below: {type(x).__name__}")
print(show(1), show("a"), show([1, "b", (2.5, None)]), show(True), show(B()), show(1.5), show({}), show(1, 2, 3))
print(show.dispatch(int) is show.dispatch(bool), show.dispatch(str) is show_str, sorted(k.__name__ for k in show.registry), show.__name__, show_str("direct"))
@show.register
def _(x: B): return "B itself"
print(show(B()), show(A()))
try:
    show()
except TypeError as error:
    print(error)
