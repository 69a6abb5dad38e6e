# Special methods that return the wrong type.
class C:
    def __len__(self): return -1
    def __bool__(self): return 5
    def __repr__(self): return 5
    def __str__(self): return None
    def __hash__(self): return "x"
    def __iter__(self): return 5
    def __index__(self): return "x"
    def __int__(self): return "x"
    def __float__(self): return "x"
    def __contains__(self, x): raise LookupError("contains")
    def __format__(self, spec): return 5
    def __next__(self): return 1


class D:
    def __len__(self): return "x"


def show(f):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)


c = C()
show(lambda: len(c))
show(lambda: len(D()))
show(lambda: bool(c))
show(lambda: repr(c))
show(lambda: str(c))
show(lambda: hash(c))
show(lambda: iter(c))
show(lambda: [1][c])
show(lambda: int(c))
show(lambda: float(c))
show(lambda: 1 in c)
show(lambda: format(c))
show(lambda: f"{c}")
show(lambda: range(c))
