# The order in which parts of expressions and statements are evaluated.
def e(n):
    print(n, end=" ")
    return n
class Box:
    def __init__(self):
        self.d = {}
    def __getitem__(self, k):
        return self.d.get(k, 0)
    def __setitem__(self, k, v):
        print(f"set[{k}]={v}", end=" ")
        self.d[k] = v
box = Box()
def b(n):
    e(n)
    return box
def line():
    print()
e(1) + e(2) * e(3); line()
[e(1), e(2)] + [e(3)]; line()
{e(1): e(2), e(3): e(4)}; line()
(e(1), e(2))[e(0)]; line()
e(1) if e(0) else e(2); line()
b("x")[e(1)] = e(2); line()
b("x")[e(1)] += e(2); line()
b("p")[e(1)], b("q")[e(2)] = e(3), e(4); line()
b("p")[e(1)] = b("q")[e(2)] = e(3); line()
print.__call__(e(1), *[e(2), e(3)], sep=e(","), **{"end": e(";")}); line()
e(1) < e(2) < e(3); line()
e(0) or e(1) and e(2); line()
"abc"[e(0):e(2):e(1)]; line()
f"{e(1)}{e(2):{e(3)}}"; line()
not e(1) in [e(2)]; line()
[e(x) for x in (e(1), e(2)) if e(5)]; line()
(lambda a=e(1), *, k=e(2): e(3))(); line()
def deco(n):
    e(n)
    return lambda f: (e("apply" + n), f)[1]
@deco("d1")
@deco("d2")
def fn(a=e("def"), *, b: e("never") = e("kwdef")) -> e("never"): pass
line()
class K(e(object), metaclass=e(type)): e("body")
line()
del b("z").d, 
line()
assert e(1), e(2)
line()
for _ in e([1]): e("body")
line()
