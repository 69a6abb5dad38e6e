# Attributes that cannot be set on built-in types.
def show(f, *args):
    try:
        f(*args)
    except TypeError as e:
        print(e)


class C:
    pass


show(setattr, int, "x", 1)
show(setattr, list, "append", None)
show(delattr, str, "upper")
show(setattr, C(), 5, 1)
show(setattr, C(), "__class__", 5)
show(setattr, C(), "__dict__", 5)
show(setattr, C, "__bases__", ())
show(lambda: type("X", (int, str), {}))
show(lambda: type("X", (5,), {}))
show(lambda: type("X", (bool,), {}))
show(lambda: type("X", (C, C), {}))
show(lambda: type("X", (object, C), {}))
