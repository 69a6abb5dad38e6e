# Built-in names can be shadowed and come back.
def f(list, dict=5):
    return list, dict
print(f(1), list("ab"))
sum = 10
print(sum)
del sum
print(sum([1, 2]))
class C:
    print = staticmethod(lambda x: "C.print " + x)
    id = 5
    def len(self): return len("abc")
print(C.print("x"), C.id, C().len())
def g():
    str = "shadow"
    def h(): return str
    return h()
print(g(), str(5))
for max in range(3): pass
print(max)
del max
print(max(1, 2), [id for id in range(2)], isinstance(id(1), int))
def k(type=type, print=print):
    return type(5), print is not None
print(k())
True_ = True
try:
    None_ = None
    print(type(None_).__name__, True_)
finally:
    print(__name__, __doc__)
