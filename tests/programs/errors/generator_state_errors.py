# Wrong use of generators.
def gen():
    x = yield 1
    yield x


def show(f, *args):
    try:
        f(*args)
    except Exception as e:
        print(type(e).__name__, e)


show(gen().send, 5)
show(gen().throw, 5)
show(gen().throw, ValueError("thrown"))
show(gen().throw, ValueError)


def reentrant():
    yield next(g)


g = reentrant()
show(next, g)


def bad_from():
    yield from 5


show(next, bad_from())
g = gen()
g.close()
show(next, g)
g.throw(KeyError("uncaught"))
