# A callback runs for a cycle only if its reference outlives the cycle.
import gc
import weakref

gc.disable()


class N:
    pass


def gone(ref):
    print("gone", ref() is None)


a = N()
a.me = a
outside = weakref.ref(a, gone)
del a
gc.collect()
print("--")
b = N()
b.me = b
b.ref = weakref.ref(b, gone)
del b
gc.collect()
print("end")
