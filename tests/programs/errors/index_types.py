# Subscripts of a wrong type.
def get(x, i):
    return x[i]


def show(f):
    try:
        f()
    except (TypeError, IndexError) as e:
        print(type(e).__name__, e)


show(lambda: get([1], "a"))
show(lambda: get([1], 1.0))
show(lambda: get([1], None))
show(lambda: get((1,), "a"))
show(lambda: get("abc", "a"))
show(lambda: get(b"abc", "a"))
show(lambda: range(5)["a"])
show(lambda: [1]["a":])
show(lambda: [1][::"b"])
show(lambda: {}[[]])
show(lambda: {[]: 1})
show(lambda: {[]})
show(lambda: {1: 2}[{}])
show(lambda: [1][2 ** 70])
show(lambda: (1,)[2 ** 70])
show(lambda: "a"[-2 ** 70])
show(lambda: [0] * 2.0)
show(lambda: get([], (0, 1)))
