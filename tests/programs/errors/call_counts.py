# Wrong numbers of positional arguments, in all forms.
def none(): pass
def one(a): pass
def two(a, b): pass
def three(a, b, c): pass
def default(a, b=1): pass
def kwonly(a, *, k): pass
def poskw(a, *, k=1): pass
def star(a, b, *rest): pass
def posonly(a, b, /): pass


class C:
    def method(self): pass
    def other(self, x, y=1, *, z): pass


def show(f, *args, **kw):
    try:
        f(*args, **kw)
    except TypeError as e:
        print(e)


show(none, 1)
show(none, 1, 2)
show(one)
show(one, 1, 2)
show(two)
show(two, 1)
show(three)
show(three, 1)
show(three, 1, 2, 3, 4)
show(default)
show(default, 1, 2, 3)
show(kwonly, 1, 2, k=1)
show(kwonly, 1, 2)
show(poskw, 1, 2)
show(poskw, 1, 2, k=3)
show(star)
show(star, 1)
show(posonly, 1)
show(posonly, 1, 2, 3)
show(C().method, 1)
show(C.method)
show(C().other, 1, 2, 3, z=1)
show(C().other)
show(lambda x: x)
