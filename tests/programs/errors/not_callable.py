# Calling, indexing, iterating and entering what does not support it.
class C:
    pass


def show(f):
    try:
        f()
    except TypeError as e:
        print(e)


def delete(x):
    del x[0]


def store(x):
    x[0] = 1


def enter(x):
    with x:
        pass


show(lambda: 5())
show(lambda: "a"())
show(lambda: None())
show(lambda: C()())
show(lambda: [1](0))
show(lambda: 5[0])
show(lambda: None[0])
show(lambda: C()[0])
show(lambda: C[0])
show(lambda: len[0])
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
