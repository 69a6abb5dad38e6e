# Name mangling.
class A:
    __secret = "A secret"
    __dunder__ = "not mangled"
    _single = "single"
    def __init__(self):
        self.__x = 1
        self.__y__ = 2
    def get(self): return self.__x, self.__secret
    def __method(self): return "private method"
    def call(self): return self.__method()
    def nested(self):
        def inner(__arg=5):
            __local = __arg + 1
            return __local, sorted(locals())
        return inner()
    def kw(self, *, __k=1): return __k
    class __Inner:
        __v = 3
        def get(self): return self.__v
    def inner(self): return self.__Inner().get()
class B(A):
    __secret = "B secret"
    def get2(self): return self.__secret
a, b = A(), B()
print(a.get(), b.get(), b.get2(), a.call(), a.nested(), a.kw(), a.inner(), sorted(vars(a)), a._A__x, a.__y__, a.__dunder__, A._A__secret, B._B__secret, sorted(n for n in vars(A) if "__" in n and not n.endswith("__")))
print(a.kw(_A__k=9), getattr(a, "_A__method")())
try:
    a.__x
except AttributeError as error:
    print(error)
class _Under:
    __v = 1
    def get(self): return self.__v
class __Two:
    __v = 2
    def get(self): return self.__v
print(sorted(n for n in vars(_Under) if "v" in n and "__" not in n[-2:]), _Under().get(), __Two().get())
def free():
    __plain = 1
    return sorted(locals())
print(free())
class C:
    def set(self):
        global __glob
        __glob = "g"
    def fs(self): return f"{self.__class__.__name__} {(__q := 4)}", sorted(locals())[0]
C().set()
print(_C__glob, C().fs())
