# Exceptions through built-ins that call back.
def boom(*args): raise ValueError("boom" + "".join(map(str, args[:1])))
class C:
    def __eq__(self, o): boom()
    def __hash__(self): boom()
    def __len__(self): boom()
    def __iter__(self): boom()
    def __getitem__(self, i): boom()
    def __bool__(self): boom()
    def __str__(self): boom()
    def __repr__(self): boom()
    def __call__(self): boom()
    def __contains__(self, x): boom()
    def __add__(self, o): boom()
    def __lt__(self, o): boom()
    def __enter__(self): boom()
    def __exit__(self, *a): boom()
    def __getattr__(self, n): boom(n)
    def __index__(self): boom()
    def __format__(self, s): boom()
    def __int__(self): boom()
    def __iadd__(self, o): boom()
    def __neg__(self): boom()
c = C()
cases = [lambda: c == 1, lambda: {c: 1}, lambda: {c}, lambda: len(c), lambda: list(c), lambda: c[0], lambda: bool(c), lambda: not c, lambda: str(c), lambda: repr(c), lambda: [c].__repr__(), lambda: c(), lambda: 1 in c, lambda: c + 1, lambda: c < 1, lambda: max(c, c), lambda: c.attr, lambda: [1][c], lambda: f"{c}", lambda: int(c), lambda: -c,
         lambda: list(map(boom, [1, 2])), lambda: list(filter(boom, [3])), lambda: sorted([1, 2], key=boom), lambda: max([4], key=boom), lambda: [x for x in c], lambda: (x for x in c), lambda: [*c], lambda: dict(c), lambda: sum(c), lambda: "".join(c), lambda: tuple(c), lambda: zip(c), lambda: enumerate(c), lambda: 1 if c else 2, lambda: c and 1, lambda: print(c), lambda: [c] == [1], lambda: [c].index(1), lambda: c in [1], lambda: hasattr(c, "x"), lambda: getattr(c, "y", 0), lambda: range(c), lambda: "a" * c, lambda: all(c), lambda: any([c]), lambda: iter(c), lambda: "%s" % c, lambda: "{}".format(c), lambda: [1, 2][c:], lambda: isinstance(c, c), lambda: set([c]), lambda: {1: 2}.get(c), lambda: abs(c)]
for n, case in enumerate(cases):
    try:
        case()
        print(n, "fine")
    except ValueError as e:
        print(n, e)
    except TypeError as e:
        print(n, "TypeError", e)
def w():
    with c: pass
def i():
    x = c
    x += 1
def u():
    a, b = c
for f in (w, i, u):
    try: f()
    except ValueError as e: print(f.__name__, e)
