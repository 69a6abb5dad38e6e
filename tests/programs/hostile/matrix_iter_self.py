# Lists extended, assigned and deleted with themselves or their own iterators.
def attempt(name, f):
    global l
    l = [1, 2, 3]
    try:
        f()
    except (ValueError, RuntimeError) as e:
        print(type(e).__name__, e)
    print(name, l)


attempt("extend self", lambda: l.extend(l))
attempt("iadd self", lambda: l.__iadd__(l))
attempt("slice self", lambda: l.__setitem__(slice(1, 2), l))
attempt("slice front", lambda: l.__setitem__(slice(0, 0), l))
attempt("step self", lambda: l.__setitem__(slice(None, None, -1), l))
attempt("step wrong", lambda: l.__setitem__(slice(None, None, 2), l))
attempt("all self", lambda: l.__setitem__(slice(None), l))
attempt("init self", lambda: l.__init__(l))
attempt("reversed self", lambda: l.__setitem__(slice(None), reversed(l)))
attempt("iterator", lambda: l.__setitem__(slice(1, None), iter(l)))
attempt("genexp", lambda: l.__setitem__(slice(None), (x * 2 for x in l)))
attempt("genexp grows", lambda: l.extend(x for x in l if len(l) < 10))
attempt("filter", lambda: l.__setitem__(slice(None), filter(None, l)))
attempt("repeat", lambda: l.__imul__(3))
attempt("repeat zero", lambda: l.__imul__(-1))
d = {1: 1, 2: 2}
d.update(d)
d |= d
print(d)
try:
    d.update((k + 10, v) for k, v in d.items())
except RuntimeError as e:
    print(e, len(d))
s = {1, 2}
s.update(s)
s ^= s
print(s)
s = {1, 2, 3}
s -= s
print(s)
