# The scope of comprehension variables.
x = "outer"
print([x for x in range(3)], x)
print({x: x for x in "a"}, {x for x in "b"}, list(x for x in "c"), x)
def f():
    y = 10
    a = [y + i for i in range(3)]
    b = [[i + j + y for j in range(2)] for i in range(2)]
    c = [(lambda: i + y)() for i in range(3)]
    try:
        i
    except NameError as error:
        print(error)
    return a, b, c
print(f())
fs = [lambda: i for i in range(3)]
print([g() for g in fs])
fs = [lambda i=i: i for i in range(3)]
print([g() for g in fs])
def params(x, items):
    return [x for x in items] + [x]
print(params("param", [1, 2]))
class C:
    n = 3
    items = [1, 2, 3]
    first = [i for i in items]
    try:
        second = [n for i in items]
    except NameError as error:
        second = str(error)
    third = [m for m in range(n)]
print(C.first, C.second, C.third, hasattr(C, "i"))
def walrus():
    values = [last := v * 2 for v in range(4)]
    return values, last
print(walrus())
def cond():
    return [y for v in range(6) if (y := v * v) > 4], y
print(cond())
total = 0
print([total := total + v for v in (1, 2, 3)], total)
def shadow_outer():
    k = "k"
    r = [k for k in (1, 2)]
    s = [(k, j) for j in (1,)]
    return r, s, k
print(shadow_outer())
def locals_in():
    a = 1
    return [sorted(locals()) for b in (1,)]
print(len(locals_in()))
def delete():
    q = 1
    r = [q for q in range(2)]
    del q
    return r
print(delete())
