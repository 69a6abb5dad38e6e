# Exception classes of one's own.
class AppError(Exception):
    """Base."""
class WithInit(AppError):
    def __init__(self, code, message="default"):
        super().__init__(message)
        self.code = code
class NoSuper(AppError):
    def __init__(self, a, b): self.a = a
class WithStr(AppError):
    def __str__(self): return "custom str of " + str(len(self.args))
class WithRepr(AppError):
    def __repr__(self): return "<custom repr>"
class Multi(KeyError, AttributeError): pass
class Hier(WithInit): pass
for make in (lambda: AppError("m"), lambda: AppError(), lambda: WithInit(5), lambda: WithInit(5, "msg"), lambda: NoSuper(1, 2), lambda: WithStr(1, 2), lambda: WithRepr("r"), lambda: Multi("k"), lambda: Hier(9, "h")):
    try:
        raise make()
    except AppError as e:
        print(type(e).__name__, str(e), repr(e), e.args, getattr(e, "code", None), vars(e))
    except LookupError as e:
        print("lookup", type(e).__name__, str(e), repr(e), isinstance(e, AttributeError))
try:
    raise AppError
except AppError as e:
    print(repr(e), e.args, type(e).__doc__)
try:
    raise WithInit
except TypeError as e:
    print(e)
class Dynamic:
    def __init__(self, kind): self.kind = kind
    def fail(self): raise self.kind("dynamic")
for kind in (ValueError, AppError, WithStr):
    try:
        Dynamic(kind).fail()
    except (ValueError, AppError) as e:
        print(type(e).__name__, e)
for bad in (5, "text", None, object(), int, [], AppError("x").args):
    try:
        raise bad
    except TypeError as e:
        print(e)
def kinds(): return (ValueError, KeyError)
try:
    raise KeyError("computed")
except kinds() as e:
    print("caught via call", e)
for bad in (5, "x", (ValueError, 5), None, object):
    try:
        try:
            raise ValueError("v")
        except bad:
            print("caught?")
    except TypeError as e:
        print(e, "/", repr(e.__context__))
class Ret(Exception):
    def __new__(cls, *a): return super().__new__(cls, "from new")
print(repr(Ret(1)), Ret(1).args)
