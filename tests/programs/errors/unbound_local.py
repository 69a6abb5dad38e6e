# UnboundLocalError and free variables without a value.
def show(f):
    try:
        f()
    except NameError as e:
        print(type(e).__name__, e)


def early():
    print(x)
    x = 1


def augmented():
    total += 1


def deleted():
    y = 1
    del y
    return y


def free():
    def inner():
        return z

    inner()
    z = 1


def handler():
    try:
        raise ValueError
    except ValueError as e:
        pass
    return e


def delete_unbound():
    if False:
        q = 1
    del q


class C:
    try:
        del nothing
    except NameError as e:
        print(type(e).__name__, e)


total = 0
for f in early, augmented, deleted, free, handler, delete_unbound:
    show(f)
early()
