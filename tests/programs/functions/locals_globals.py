# locals(), globals(), vars().
x = 5
def f(a, b=2):
    c = 3
    return sorted(locals().items())
print(f(1))
def g():
    d = locals()
    y = 1
    return sorted(d), sorted(locals())
print(g())
print(globals()["x"], "f" in globals(), "zzz" in globals(), globals()["__name__"])
globals()["made"] = "by globals"
print(made)
def h():
    globals()["x"] = 6
    return x
print(h(), x)
class C:
    a = 1
    names = sorted(n for n in locals() if not n.startswith("__"))
print(C.names)
c = C()
c.z = 1
print(vars(c), vars(c) is c.__dict__, "a" in vars(C), locals() is globals())
def k():
    v = 1
    def inner():
        return v, sorted(locals())
    return inner()
print(k())
vars(c)["w"] = 2
print(c.w, c.__dict__)
try:
    vars(5)
except TypeError as error:
    print(error)
