# A weak reference answers None once its object is dead.
import weakref


class T:
    pass


t = T()
r = weakref.ref(t)
print(r() is t, weakref.ref(t) is r)
u = t
del t
print(r() is u)
del u
print(r())


def f():
    x = T()
    r = weakref.ref(x)
    print(r() is x)
    return r


print(f()())
print(weakref.ref(T())())
l = [T() for _ in range(3)]
rs = [weakref.ref(x) for x in l]
print([r() is not None for r in rs])
del l[1]
print([r() is not None for r in rs])
l.clear()
print([r() is not None for r in rs])
