# reduce, partial.
from functools import reduce, partial
import operator
print(reduce(lambda a, b: a + b, [1, 2, 3]), reduce(operator.mul, range(1, 6)), reduce(lambda a, b: a + b, [], "init"), reduce(lambda a, b: [a, b], "abcd"), reduce(max, [3, 9, 2]), reduce(lambda a, b: a * 10 + b, [1, 2], 9), reduce(None, [5]), reduce(lambda a, x: {**a, x: len(a)}, "abc", {}))
for f in (lambda: reduce(operator.add, []), lambda: reduce(operator.add, 5), lambda: reduce(operator.add), lambda: reduce(5, [1, 2]), lambda: reduce(lambda a: a, [1, 2])):
    try:
        print(f())
    except TypeError as error:
        print(str(error).replace("<lambda>.", ""))
def f(a, b, c=3, *args, **kw): return a, b, c, args, kw
p = partial(f, 1, c=30)
print(p(2), p(2, c=5), p(2, x=1), partial(p, 5)(), partial(p, 5, y=2)(), p.func is f, p.args, p.keywords, partial(p, 5).args, partial(p, 5).func is f)
print(partial(int, base=2)("101"), list(map(partial(pow, 2), range(4))), partial(print, "a", sep="-")("b"), partial(f)(1, 2), sorted("bA", key=partial(str.lower)), callable(p), partial(max, 5)(3, 9))
for g in (lambda: partial(), lambda: partial(5), lambda: p(), lambda: partial(len)()):
    try:
        print(g())
    except TypeError as error:
        print(error)
class C:
    def m(self, x, y): return (type(self).__name__, x, y)
    half = partial(print, "partial attribute")
c = C()
print(partial(c.m, 1)(2), partial(C.m, c)(3, 4), partial(c.m, y=1)(2), type(p).__name__)
p.attr = 5
print(p.attr, p.__dict__)
