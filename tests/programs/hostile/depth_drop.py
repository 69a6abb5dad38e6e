# Chains of a million tuples, and of iterators, closures, generators, cells.
def closure(x):
    return lambda: x


def generator(x):
    yield x


def cell(x):
    def f():
        nonlocal x
        x = None

    return f


def started(x):
    g = generator(x)
    next(g)
    return g


import functools

makers = {
    "closure": closure,
    "generator": generator,
    "started generator": started,
    "cell": cell,
    "list iterator": lambda x: iter([x]),
    "map": lambda x: map(abs, (x,)),
    "zip": lambda x: zip((x,)),
    "enumerate": lambda x: enumerate((x,)),
    "partial": lambda x: functools.partial(print, x),
    "bound method": lambda x: [x].count,
    "slice": lambda x: slice(x),
    "exception": lambda x: ValueError(x),
}
x = None
for _ in range(1000000):
    x = (x,)
x = None
print("million tuples")
for name, make in makers.items():
    x = None
    for _ in range(20000):
        x = make(x)
    x = None
    print(name)
