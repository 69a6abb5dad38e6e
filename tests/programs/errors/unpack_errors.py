# Unpacking the wrong number of values, or something that is no iterable.
def show(f, *args):
    try:
        f(*args)
    except (ValueError, TypeError) as e:
        print(type(e).__name__, e)


def two(x):
    a, b = x


def star(x):
    a, b, *c, d = x


def nested(x):
    (a, b), c = x


def loop(x):
    for a, b in x:
        pass


show(two, [1])
show(two, [1, 2, 3])
show(two, ())
show(two, (1, 2, 3))
show(two, "abc")
show(two, {1: 2})
show(two, iter(range(5)))
show(two, 5)
show(two, None)
show(star, [1, 2])
show(star, "ab")
show(star, 1.5)
show(nested, [[1], 2])
show(nested, [1, 2])
show(loop, [(1, 2), (3,)])
show(loop, [1])
