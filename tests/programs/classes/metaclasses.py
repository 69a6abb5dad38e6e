# Metaclasses: __new__, __init__, __prepare__, __call__, attributes, conflicts.
class Meta(type):
    @classmethod
    def __prepare__(mcls, name, bases, **kw):
        print("prepare", name, [b.__name__ for b in bases], kw)
        return {"injected": 1}
    def __new__(mcls, name, bases, ns, **kw):
        print("new", name, sorted(k for k in ns if not k.startswith("__")), kw)
        ns["added"] = "by meta"
        return super().__new__(mcls, name, bases, ns)
    def __init__(cls, name, bases, ns, **kw):
        print("init", name, kw)
        super().__init__(name, bases, ns)
    def __call__(cls, *args, **kw):
        print("call", cls.__name__, args)
        return super().__call__(*args, **kw)
    def __repr__(cls): return f"<Meta {cls.__name__}>"
    def __len__(cls): return 7
    def __getitem__(cls, k): return (cls.__name__, k)
    def __iter__(cls): return iter("meta")
    def __contains__(cls, x): return x == "in"
    def __getattr__(cls, name): return "meta attr " + name
    @property
    def prop(cls): return "meta prop"
    def method(cls): return "meta method of " + cls.__name__
class A(metaclass=Meta, flag=True):
    x = injected + 1
    def __init__(self, v): self.v = v
class B(A):
    pass
print(A, B, A.x, A.added, B.injected, A(5).v, len(A), A["k"], list(B), "in" in A, A.nope, A.prop, B.method(), type(B).__name__, isinstance(B, Meta))
try:
    A(1).method
except AttributeError as error:
    print(error)
class Other(type): pass
try:
    class Z(A, metaclass=Other): pass
except TypeError as error:
    print(error)
class Sub(Meta): pass
class Y(A, metaclass=Sub): pass
print(type(Y).__name__)
made = Meta("Made", (A,), {"q": 1}, opt=2)
print(made, made.q, made.__mro__)
def not_a_class(name, bases, ns, **kw):
    return name, bases, sorted(k for k in ns if not k.startswith("__")), kw
class Fn(metaclass=not_a_class, k=1):
    a = 1
print(Fn)
