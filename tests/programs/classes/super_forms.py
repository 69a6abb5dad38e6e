# super() in methods, class methods, properties, nested functions, with arguments.
class A:
    def m(self, x=0): return ("A.m", x)
    @classmethod
    def c(cls): return ("A.c", cls.__name__)
    @staticmethod
    def s(): return "A.s"
    @property
    def p(self): return "A.p"
    attr = "A.attr"
    def __getitem__(self, k): return ("A", k)
class B(A):
    def m(self, x=0):
        def inner():
            return super(B, self).m(x + 1)
        return inner(), [super(B, self).m(i) for i in range(2)], (lambda: super(B, self).attr)()
    @classmethod
    def c(cls): return super().c() + ("B",)
    @staticmethod
    def s(): return super(B, B).s() + "+B"
    @property
    def p(self): return super().p + "+B"
    def __getitem__(self, k): return super().__getitem__(k * 2)
    def own(self):
        s = super()
        return s.attr, s.__self__ is self, s.__thisclass__.__name__, s.__self_class__.__name__, type(s).__name__
class C(B):
    pass
b = C()
print(b.m(), b.c(), C.c(), b.s(), b.p, b[3], b.own())
def outside(self):
    return super(B, self).m(9)
C.m = outside
print(b.m())
def bad(self):
    return super().m()
C.bad = bad
for f in (lambda: b.bad(), lambda: super().x, lambda: super(B, 5), lambda: super(5, 5), lambda: super(B, A()), lambda: super(B, b).nope):
    try:
        print(f())
    except (RuntimeError, TypeError, AttributeError) as error:
        print(type(error).__name__, error)
class D(A):
    def m(self):
        self_again, self = self, None
        try:
            return super().m()
        except (TypeError, RuntimeError, AttributeError) as error:
            return str(error)
print(D().m())
class E(A):
    def m(self):
        return __class__.__name__
print(E().m())
