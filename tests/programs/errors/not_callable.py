# Calling, indexing, iterating and entering what does not support it.
class C:
    pass


def show(f):
    try:
        f()
    except TypeError as e:
        print(e)


def call(x, *args):
    x(*args)


def get(x):
    x[0]


def delete(x):
    del x[0]


def store(x):
    x[0] = 1


def enter(x):
    with x:
        pass


show(lambda: call(5))
show(lambda: call("a"))
show(lambda: call(None))
show(lambda: call(C()))
show(lambda: call([1], 0))
show(lambda: get(5))
show(lambda: get(None))
show(lambda: get(C()))
show(lambda: get(C))
show(lambda: get(len))
show(lambda: store("abc"))
show(lambda: store((1,)))
show(lambda: store(5))
show(lambda: delete("abc"))
show(lambda: delete((1,)))
show(lambda: delete(C()))
show(lambda: [*5])
show(lambda: {**5})
show(lambda: list(C()))
show(lambda: enter(5))
show(lambda: enter(C()))
