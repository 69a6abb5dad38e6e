# What weak references show while the finaliser runs, and after resurrection.
import weakref


class T:
    def __del__(self):
        print("in del", r() is self)
        global saved
        saved = self


def gone(ref):
    print("callback", ref() is None)


t = T()
r = weakref.ref(t, gone)
del t
print("after", r() is None)
print("saved", type(saved).__name__)
r2 = weakref.ref(saved, gone)
del saved
print("after", r2() is None)
