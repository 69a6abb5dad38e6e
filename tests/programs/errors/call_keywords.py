# Keyword arguments: missing, unexpected, given twice.
def f(alpha, beta=1, *, gamma, delta=2): pass
def g(a, /, b): pass
def h(a, b, /, **kw): return sorted(kw)
def k(*, x, y, z): pass


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except TypeError as e:
        print(e)


show(f, 1)
show(f, 1, gamma=1, epsilon=2)
show(f, 1, gamma=1, bet=2)
show(f, 1, gama=1)
show(f, 1, 2, alpha=3, gamma=1)
show(g, 1, 2, b=3)
show(g, a=1, b=2)
show(g, 1, a=2)
show(h, a=1, b=2)
show(h, 1, 2, a=3, b=4)
show(k)
show(k, x=1)
show(k, x=1, y=2)
show(lambda: f(**{1: 2}))
show(lambda: f(**5))
show(lambda: f(*5))
show(lambda: f(*[1], *None))
show(lambda: f(1, gamma=1, **{"gamma": 2}))
show(lambda: f(**{"gamma": 1}, **{"gamma": 2}))
