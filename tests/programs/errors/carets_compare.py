# Carets under comparisons, in, attribute stores and deletes.
class C:
    __slots__ = ()


def compare(a, b):
    return a.real < b < "text"


def store(c):
    c.attribute = compare(1, 2)


def show(f, *args):
    try:
        f(*args)
    except Exception as e:
        tb = e.__traceback__.tb_next
        while tb:
            print(type(e).__name__, tb.tb_lineno, tb.tb_frame.f_code.co_name)
            tb = tb.tb_next


show(compare, 1, 2)
show(store, C())
compare(1, 2)
