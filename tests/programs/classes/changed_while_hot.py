# What code reads and stores in instances after it has become hot, when their classes change.


def fresh():
    """Functions that no other case has used."""

    def read(o):
        return o.x

    def store(o, value):
        o.x = value

    return read, store


def case(title, make, change):
    o = make()
    read, store = fresh()
    for i in range(3000):
        store(o, i)
        read(o)
    change(type(o))
    results = []
    for step in (lambda: read(o), lambda: store(o, "new"), lambda: read(o), lambda: vars(o)["x"]):
        try:
            results.append(step())
        except Exception as e:
            results.append(type(e).__name__)
    print(title, results)


def plain():
    class P:
        def __init__(self):
            self.x = 0

    return P()


def derived():
    class Base:
        pass

    class P(Base):
        def __init__(self):
            self.x = 0

    return P()


class Data:
    def __get__(self, instance, owner):
        return "from descriptor"

    def __set__(self, instance, value):
        print("descriptor set", value)


class NotYet:
    def __get__(self, instance, owner):
        return "non-data"


def getter(self):
    return "from property"


def hook_get(self, name):
    return "hook " + name if name == "x" else object.__getattribute__(self, name)


def hook_set(self, name, value):
    print("hook set", name, value)


case("property", plain, lambda c: setattr(c, "x", property(getter)))
case("data descriptor", plain, lambda c: setattr(c, "x", Data()))
case("property in base", derived, lambda c: setattr(c.__bases__[0], "x", property(getter)))
case("non-data descriptor", plain, lambda c: setattr(c, "x", NotYet()))
case("function", plain, lambda c: setattr(c, "x", getter))
case("__getattribute__", plain, lambda c: setattr(c, "__getattribute__", hook_get))
case("__getattribute__ in base", derived, lambda c: setattr(c.__bases__[0], "__getattribute__", hook_get))
case("__setattr__", plain, lambda c: setattr(c, "__setattr__", hook_set))
case("__setattr__ in base", derived, lambda c: setattr(c.__bases__[0], "__setattr__", hook_set))


class Mixin:
    x = property(getter)


def rebase(c):
    c.__bases__ = (Mixin,)


case("bases", derived, rebase)


class Grows:
    def __get__(self, instance, owner):
        return "grown"


def inside():
    class P:
        def __init__(self):
            self.x = 0

    class Q:
        x = Grows()

        def __init__(self):
            self.x = 0

    p, q = P(), Q()
    log = []
    for i in range(4000):
        if i == 3000:
            P.x = property(getter, lambda self, value: log.append(value))
        if i == 3500:
            Grows.__set__ = lambda self, instance, value: log.append(("grown", value))
        before = p.x, q.x
        p.x = i
        q.x = -i
        if i in (2999, 3000, 3499, 3500, 3999):
            print(i, before, p.x, q.x)
    print(len(log), log[0], log[-1])


inside()


class Other:
    __slots__ = ("x",)

    def __init__(self):
        self.x = 0


def mixed():
    """One place, objects of many classes, changed one after the other."""
    classes = []
    for number in range(6):

        class C:
            def __init__(self):
                self.first = number
                self.x = number

            def method(self, number=number):
                return number + self.first

        for extra in range(number):
            setattr(C, "extra%d" % extra, extra)
        classes.append(C)
    objects = [c() for c in classes] + [Other()]

    def round():
        total = 0
        for o in objects:
            o.x = o.x + 1
            total += o.x
        for o in objects[:-1]:
            total += o.method()
        return total

    for turn in range(2000):
        last = round()
    print(last)
    classes[2].x = property(lambda self: 1000, lambda self, value: None)
    print(round())
    classes[3].method = lambda self: 5000
    print(round())
    classes[4].__getattr__ = lambda self, name: 7
    del objects[4].first
    print(round())
    objects[5].method = lambda: 90000
    print(round())
    objects[1].__class__ = classes[0]
    print(round(), objects[1].method())
    del objects[6].x
    try:
        round()
    except AttributeError as e:
        print(type(e).__name__)


mixed()
