# A weak reference shows how long a traceback keeps a local.
import weakref


class T:
    pass


def f():
    global r
    t = T()
    r = weakref.ref(t)
    raise ValueError


try:
    f()
except ValueError:
    print(r() is None)
print(r() is None)
try:
    f()
except ValueError as e:
    kept = e
print(r() is None)
del kept
print(r() is None)


def g():
    try:
        f()
    except ValueError:
        return r() is None


print(g(), r() is None)


def h():
    try:
        f()
    finally:
        print("finally", r() is None)


try:
    h()
except ValueError:
    pass
print(r() is None)
