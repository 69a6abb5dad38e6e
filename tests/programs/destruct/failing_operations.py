# What an operation that fails has taken is released from the last.
class T:
    def __init__(self, n): self.n = n
    def __del__(self): print("del", self.n, flush=True)
def attempt(name, f):
    print("--", name)
    try:
        f()
    except Exception as e:
        print(type(e).__name__)
class Boom(T):
    def __getitem__(self, k): 1/0
    def __setitem__(self, k, v): 1/0
    def __delitem__(self, k): 1/0
    def __add__(self, o): 1/0
    def __lt__(self, o): 1/0
    def __contains__(self, o): 1/0
    def __format__(self, s): 1/0
    def __setattr__(self, n, v):
        if n == "x": 1/0
        object.__setattr__(self, n, v)
    def __bool__(self): 1/0
    def __neg__(self): 1/0
    def __hash__(self): 1/0
    def __call__(self, *a, **k): 1/0
    def m(self, *a, **k): 1/0
    def __iter__(self): 1/0
    def __enter__(self): 1/0
    def __exit__(self, *a): pass
attempt("getitem", lambda: Boom("b")[T("k")])
attempt("add", lambda: Boom("b")+T("k"))
attempt("lt", lambda: Boom("b")<T("k"))
attempt("gt", lambda: T("k")>Boom("b"))
attempt("in", lambda: T("k") in Boom("b"))
attempt("format", lambda: f"{Boom('b'):>3}")
attempt("neg", lambda: -Boom("b"))
attempt("not", lambda: not Boom("b"))
attempt("call", lambda: Boom("b")(T("x"), T("y"), k=T("z")))
attempt("call2", lambda: Boom("b")(T("x"), T("y")))
attempt("call*", lambda: Boom("b")(*[T("x"), T("y")], **{"u": T("z")}))
attempt("m", lambda: Boom("b").m(T("x"), T("y")))
attempt("mk", lambda: Boom("b").m(T("x"), k=T("y")))
attempt("hashset", lambda: {T("a"), Boom("b"), T("c")})
attempt("hashdict", lambda: {T("a"): T("b"), Boom("c"): T("d")})
attempt("list*", lambda: [T("a"), *Boom("b")])
attempt("tuple*", lambda: (T("a"), *Boom("b")))
attempt("nargs", lambda: attempt(T("a"), T("b"), T("c")))
attempt("kwargs", lambda: attempt(T("a"), q=T("b")))
attempt("append", lambda: [T("q")].append(T("a"), T("b")))
attempt("noncall", lambda: T("a")(T("b"), T("c")))
attempt("attr", lambda: T("a").foo(T("c")))
attempt("slice", lambda: Boom("b")[T("k"):T("l")])
attempt("listidx", lambda: [T("z")][T("k")])
attempt("listidx2", lambda: [T("z")][9])
attempt("dictidx", lambda: {1:T("z")}[T("k")])
def f1(): Boom("b").x = T("v")
def f2(): Boom("b")[T("k")] = T("v")
def f3(): del Boom("b")[T("k")]
def f4():
    a, *b = Boom("b")
def f5():
    with Boom("b") as x: pass
def f6():
    for i in Boom("b"): pass
def f7():
    a = Boom("a")
    a += T("r")
def f8():
    a = T("a")
    a -= T("r")
def f9():
    Boom("b")[T("k")] += T("r")
def f10():
    x, y, z = T("a"), T("b")
def g2():
    yield T("1"); yield T("2"); 1/0
def f11():
    x, y, *z = g2()
def f12():
    x, y, z = g2()
def f13():
    x, y, z, *w = [T("1"), T("2")]
def f14():
    x, *w = iter([T("1"), T("2")])
    print("got")
def f15():
    raise T("x") from T("y")
def f16():
    assert not T("x"), T("y")
def f17():
    def h(a=T("d"), *, k=T("kd")): pass
    h(T("1"), T("2"))
def f19():
    T("a").b.c = T("v")
def f20():
    (T("x"), T("y"), 1/0, T("z"))
def f21():
    print(T("x"), T("y"), [T("z"), T("w")], undefined)
def f22():
    {**{1: T("x")}, 2: T("y"), **3}
def f23():
    isinstance(T("x"), T("y"))
def f24():
    x = [T(i) for i in range(3) if T("c%d" % i) and 1 // (2 - i)]
def f25():
    T("x") is T("y") and T("z") == T("w") or 1/0
for f in (f1,f2,f3,f4,f5,f6,f7,f8,f9,f10,f11,f12,f13,f14,f15,f16,f17,f19,f20,f21,f22,f23,f24,f25): attempt(f.__name__, f)
