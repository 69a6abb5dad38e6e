# Weak reference callbacks of objects that only die at exit do not run.
import weakref


class T:
    pass


b, a = T(), T()
c = [T()]
rb = weakref.ref(b, lambda r: print("b dies"))
ra = weakref.ref(a, lambda r: print("a dies"))
rc = weakref.ref(c[0], lambda r: print("item dies"))
del b
print("end of program")
