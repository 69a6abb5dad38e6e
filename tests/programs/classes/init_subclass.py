# __init_subclass__, __set_name__, class keywords.
class Base:
    registry = {}
    def __init_subclass__(cls, /, key=None, **kw):
        super().__init_subclass__(**kw)
        print("init_subclass", cls.__name__, key, kw)
        Base.registry[key or cls.__name__.lower()] = cls
class A(Base): pass
class B(Base, key="bee"): pass
class C(A, key="sea"): pass
print(sorted(Base.registry), Base.registry["bee"] is B)
try:
    class D(Base, other=1): pass
except TypeError as error:
    print(error)
try:
    class E(x=1): pass
except TypeError as error:
    print(error)
class Named:
    def __set_name__(self, owner, name):
        print("set_name", owner.__name__, name, hasattr(owner, "after"))
class F(Base):
    one = Named()
    two = Named()
    after = 1
class Bad:
    def __set_name__(self, owner, name): raise ValueError("bad name")
try:
    class G:
        x = Bad()
except (ValueError, RuntimeError) as error:
    print(type(error).__name__, error, getattr(error, "__notes__", None))
class Plugin:
    handlers = []
    def __init_subclass__(cls): cls.handlers.append(cls().handle)
    def handle(self, x): return x
class Double(Plugin):
    def handle(self, x): return x * 2
class Inc(Plugin):
    def handle(self, x): return x + 1
print([h(10) for h in Plugin.handlers])
