# wraps, cmp_to_key, total_ordering.
from functools import wraps, update_wrapper, cmp_to_key, total_ordering
def deco(f):
    @wraps(f)
    def wrapper(*args):
        "wrapper doc"
        return ("wrapped", f(*args))
    return wrapper
@deco
def f(x: int) -> str:
    "f doc"
    return x
f2 = deco(lambda: 0)
print(f(1), f.__name__, f.__qualname__, f.__doc__, f.__module__, f.__wrapped__(2), f2.__name__)
class Callable:
    def __init__(self, g):
        self.g = g
        update_wrapper(self, g)
    def __call__(self, *a): return self.g(*a)
@Callable
def h():
    "h doc"
    return "h"
h_attr = h.__name__, h.__doc__, h(), sorted(h.__dict__)
print(h_attr[:3], "__wrapped__" in h_attr[3])
def compare(a, b): return (len(a) > len(b)) - (len(a) < len(b)) or (a > b) - (a < b)
print(sorted(["ccc", "a", "bb", "aa"], key=cmp_to_key(compare)), max("b", "aaa", key=cmp_to_key(compare)), sorted([3, 1, 2], key=cmp_to_key(lambda a, b: b - a)), cmp_to_key(compare)("a") < cmp_to_key(compare)("bb"))
@total_ordering
class V:
    def __init__(self, n): self.n = n
    def __eq__(self, o): return self.n == o.n if isinstance(o, V) else NotImplemented
    def __lt__(self, o): return self.n < o.n if isinstance(o, V) else NotImplemented
a, b = V(1), V(2)
print(a < b, a <= b, a > b, a >= b, a == b, a != b, V(1) <= V(1), V(1) >= V(1), sorted([b, a])[0].n)
@total_ordering
class G:
    def __init__(self, n): self.n = n
    def __ge__(self, o): return self.n >= o.n
print(G(1) < G(2), G(1) <= G(2), G(2) > G(1), G(1) >= G(2))
try:
    a < 5
except TypeError as error:
    print(error)
try:
    @total_ordering
    class Nothing: pass
except ValueError as error:
    print(error)
