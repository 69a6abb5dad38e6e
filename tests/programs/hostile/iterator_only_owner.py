# Containers whose only owner is the iterator that walks them.
class T:
    def __init__(self, n):
        self.n = n

    def __del__(self):
        print("del", self.n)


for t in (T(i) for i in range(2)):
    print("genexp", t.n)
for k, v in {1: T("v1"), 2: T("v2")}.items():
    v = None
    print("item", k)
for v in {1: T("w1")}.values():
    print("value", v.n)
it = zip([T("z1"), T("z2")], iter([T("y1"), T("y2")]))
a, b = next(it)
print("zip", a.n, b.n)
it = None
a = b = None
it = map(lambda t: t.n, [T("m1"), T("m2")])
print("map", next(it))
del it
it = reversed([T("r1"), T("r2")])
print("reversed", next(it).n)
del it
print(next(iter([T("only")])).n)
