# Cycles live until gc.collect(); finalisers run, then all is freed.
import gc
import weakref

gc.disable()


class Node:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name, "next", self.next.name)


a, b = Node("a"), Node("b")
a.next, b.next = b, a
ra = weakref.ref(a)
del a, b
print("dropped", ra() is not None)
n = gc.collect()
print("collected", n >= 2, ra())
x = Node("self")
x.next = x
x = None
print("dropped")
gc.collect()
l = []
l.append(l)
r = weakref.ref(gc)
del l
gc.collect()
print("end")
