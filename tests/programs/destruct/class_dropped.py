# A class without instances is garbage only the collector can free.
import gc
import weakref

gc.disable()


class Meta(type):
    def __del__(cls):
        print("del class", cls.__name__)


class A(metaclass=Meta):
    pass


class B(A):
    pass


r = weakref.ref(B)
del B
print("dropped", r() is not None, [c.__name__ for c in A.__subclasses__()])
gc.collect()
print("collected", r(), A.__subclasses__())
a = A()
del A
gc.collect()
print("instance keeps it", type(a).__name__)
del a
gc.collect()
print("end")
