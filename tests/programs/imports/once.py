# A module runs once; every import gives the same object.
import _counter
print(_counter.up(), _counter.up())
def f():
    import _counter as again
    from _counter import up
    return again is _counter, up(), again.n
print(f())
import sys
print("_counter" in sys.modules, sys.modules["_counter"] is _counter, sys.modules["__main__"].__name__)
for _ in range(2):
    import _counter
print(_counter.n)
del sys.modules["_counter"]
import _counter as fresh
print(fresh is _counter, fresh.n, _counter.n)
if True:
    import math, operator as op
    print(math.floor(2.5), op.add(1, 2))
try:
    import no_such_thing
except ImportError:
    no_such_thing = None
print(no_such_thing)
class C:
    import math as m
    value = m.pi > 3
print(C.value, C.m is math)
