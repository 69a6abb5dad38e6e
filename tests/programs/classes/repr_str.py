# __repr__, __str__, __format__, and what uses them.
class R:
    def __repr__(self): return "R()"
class S:
    def __str__(self): return "S str"
    def __repr__(self): return "S repr"
class F(S):
    def __format__(self, spec): return f"F[{spec}]"
class Sub(R):
    def __str__(self): return "sub " + super().__repr__()
print(R(), S(), F(), Sub(), str(R()), repr(S()), [S()], (R(),), {"k": S()}, {S(): 1}.__class__.__name__, f"{S()} {S()!r} {F():x} {F()} {R():>5}|" if False else f"{S()} {S()!r} {F():x} {F()}")
print("%s %r" % (S(), S()), "{} {!r}".format(S(), S()), format(F(), "spec"), format(S()), format(S(), ""), str([S(), [S()]]), ascii(S()))
class Bad:
    def __repr__(self): return 5
class BadStr:
    def __str__(self): return None
class BadFormat:
    def __format__(self, spec): return 1
class Raises:
    def __repr__(self): raise ValueError("in repr")
for f in (lambda: repr(Bad()), lambda: str(Bad()), lambda: str(BadStr()), lambda: print(BadStr()), lambda: format(BadFormat()), lambda: repr([Raises()]), lambda: f"{Raises()}", lambda: format(S(), "5"), lambda: str(Raises), lambda: "%s" % Bad()):
    try:
        print(f())
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
class StrSub(str): pass
class ReturnsSub:
    def __str__(self): return StrSub("ok")
print(str(ReturnsSub()), type(str(ReturnsSub())).__name__)
class Plain: pass
text = repr(Plain())
print(text.startswith("<__main__.Plain object at 0x"), text.endswith(">"), repr(Plain), str(Plain), repr(int), repr(type), repr(object), repr(None), repr(len), repr(NotImplemented))
def outer():
    class Local: pass
    return Local
print(outer(), repr(outer()()).split(" object")[0], repr(outer).split(" at")[0], repr(lambda: 0).split(" at")[0], repr(S().__str__).split(" at")[0])
r = R()
r.__repr__ = lambda: "instance"
print(r, r.__repr__())
