# Names, items and attributes deleted twice, and deleted while used.
class Box:
    pass


def names(flag):
    x = 1
    if flag:
        del x
    del x


def attempt(f, *args):
    try:
        f(*args)
        print("fine")
    except Exception as e:
        print(type(e).__name__, e)


def attribute():
    b = Box()
    b.x = 1
    del b.x
    del b.x


def item():
    d = {1: 1}
    del d[1]
    del d[1]


def of_global():
    global g
    g = 1
    del g
    del g


def in_loop():
    for i in range(2):
        y = 1
        del y
        if i:
            print(y)


for _ in range(3):
    attempt(names, False)
    attempt(names, True)
for f in attribute, item, of_global, in_loop:
    attempt(f)
