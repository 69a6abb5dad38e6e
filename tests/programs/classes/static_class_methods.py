# staticmethod and classmethod.
class A:
    n = 1
    @staticmethod
    def s(x, y=2):
        return x + y
    @classmethod
    def c(cls, x=0):
        return cls.__name__, cls.n + x
    @classmethod
    def make(cls, *args):
        self = cls()
        self.args = args
        return self
    def i(self):
        return self.s(1), self.c(1), type(self).c(2)
class B(A):
    n = 10
print(A.s(1), A().s(1, 1), B.s(5), A.c(), B.c(1), B().c(2), B.make(1, 2).args, type(B.make()).__name__, A().i(), B().i())
print(type(A.__dict__["s"]).__name__, type(A.__dict__["c"]).__name__, A.__dict__["s"](3), A.__dict__["s"].__func__(4), A.c.__self__ is A, B.c.__self__ is B, A.c.__func__.__name__)
def free(x):
    return ("free", x)
A.st = staticmethod(free)
A.cl = classmethod(free)
print(A.st(1), A().st(2), A.cl()[1].__name__, B.cl()[1].__name__, staticmethod(free)(3), staticmethod(len)("abc"))
class Meta(type):
    @classmethod
    def mc(mcls):
        return mcls.__name__
    def im(cls):
        return cls.__name__
class M(metaclass=Meta):
    @classmethod
    def with_super(cls):
        return cls.im()
print(M.mc(), M.im(), M.with_super())
try:
    M().im()
except AttributeError as error:
    print(error)
try:
    classmethod(free)(1)
except TypeError as error:
    print(error)
class Counter:
    instances = 0
    def __new__(cls):
        cls.instances += 1
        return super().__new__(cls)
    @classmethod
    def how_many(cls):
        return cls.instances
Counter(), Counter()
print(Counter.how_many())
