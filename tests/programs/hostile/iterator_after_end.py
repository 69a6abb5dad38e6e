# Exhausted iterators stay exhausted, and forget their container.
import weakref


class L(list):
    pass


class D(dict):
    pass


for make in (lambda: L([1]), lambda: D(a=1)):
    x = make()
    r = weakref.ref(x)
    it = iter(x)
    list(it)
    del x
    print(r() is None, next(it, "ended"), list(it))
it = iter(callable_values := iter([1, 2, 0, 4]).__next__, 0)
print(list(it), list(it))
g = (x for x in [1])
list(g)
print(next(g, "ended"))
it = iter({1: 1})
next(it)
print(next(it, "ended"), next(it, "ended"))
it = iter(range(2))
print(list(it), list(it))
