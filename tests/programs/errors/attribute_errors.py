# AttributeError texts of each kind of object.
import math


class C:
    __slots__ = ("a",)

    @property
    def p(self):
        return 1


class D:
    pass


def show(f, *args):
    try:
        f(*args)
    except AttributeError as e:
        print(e, "|", e.name)


show(lambda: D().x)
show(lambda: D.x)
show(lambda: C().a)
show(lambda: (5).x)
show(lambda: "a".x)
show(lambda: None.x)
show(lambda: [].x)
show(lambda: len.x)
show(lambda: (lambda: 0).x)
show(lambda: math.x)
show(lambda: super(D, D()).x)
show(lambda: int.x)
show(lambda: (i for i in ()).x)
show(setattr, C(), "b", 1)
show(setattr, C(), "p", 1)
show(delattr, C(), "p")
show(delattr, C(), "a")
show(delattr, D(), "x")
show(setattr, 5, "x", 1)
show(setattr, [], "append", 1)
