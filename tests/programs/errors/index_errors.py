# IndexError and KeyError of each container.
def show(f):
    try:
        f()
    except (IndexError, KeyError) as e:
        print(type(e).__name__, e, repr(e))


def store(l):
    l[5] = 1


def delete(l):
    del l[-9]


show(lambda: [][0])
show(lambda: [1, 2][-3])
show(lambda: ()[0])
show(lambda: ""[0])
show(lambda: b""[0])
show(lambda: range(3)[3])
show(lambda: store([]))
show(lambda: delete([]))
show(lambda: [].pop())
show(lambda: [1].pop(5))
show(lambda: {}["k"])
show(lambda: {}[1, 2])
show(lambda: {}[None])
show(lambda: {}.pop("a"))
show(lambda: {}.popitem())
show(lambda: set().pop())
show(lambda: set().remove("x"))
show(lambda: {1}.remove((1, 2)))
