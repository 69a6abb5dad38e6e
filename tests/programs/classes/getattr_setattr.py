# __getattr__, __setattr__, __delattr__, __getattribute__.
class A:
    x = "class x"
    def __init__(self): self.y = "y"
    def __getattr__(self, name):
        if name.startswith("bad"):
            raise AttributeError("no " + name)
        return "dynamic " + name
a = A()
print(a.x, a.y, a.z, getattr(a, "w"), hasattr(a, "anything"), hasattr(a, "bad1"), getattr(a, "bad2", "default"))
try:
    a.bad3
except AttributeError as error:
    print(error)
class S:
    def __setattr__(self, name, value):
        print("set", name, value)
        super().__setattr__(name, value * 2)
    def __delattr__(self, name):
        print("del", name)
        object.__delattr__(self, name)
s = S()
s.a = 5
s.a += 1
setattr(s, "b", "x")
print(s.a, s.b, s.__dict__)
del s.a
try:
    del s.a
except AttributeError as error:
    print(error)
class G:
    def __init__(self): object.__setattr__(self, "v", 1)
    def __getattribute__(self, name):
        if name.startswith("__"):
            return object.__getattribute__(self, name)
        print("getattribute", name)
        if name == "magic":
            return 42
        return super().__getattribute__(name)
    def __getattr__(self, name): return "fallback " + name
    def m(self): return self.v
g = G()
print(g.v, g.magic, g.missing, g.m(), len(g.__dict__))
class Proxy:
    def __init__(self, target): self.__dict__["_t"] = target
    def __getattr__(self, name): return getattr(self._t, name)
    def __setattr__(self, name, value): setattr(self._t, name, value)
p = Proxy(A())
p.new = 1
print(p.new, p._t.__dict__, p.x, list(p.__dict__))
class Frozen:
    def __setattr__(self, *a): raise AttributeError("frozen")
try:
    Frozen().x = 1
except AttributeError as error:
    print(error)
i = A()
i.__getattr__ = lambda name: "not used"
print(i.q)
try:
    len(A())
except TypeError as error:
    print(error)
