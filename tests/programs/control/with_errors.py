# with and objects that are not context managers, errors in enter and exit.
class NoExit:
    def __enter__(self):
        print("entered")
class NoEnter:
    def __exit__(self, *args):
        pass
class EnterFails:
    def __enter__(self):
        raise ValueError("enter failed")
    def __exit__(self, *args):
        print("not called")
class ExitFails:
    def __enter__(self):
        return self
    def __exit__(self, *args):
        raise KeyError("exit failed")
for cm in (NoExit(), NoEnter(), 5, EnterFails(), ExitFails()):
    try:
        with cm:
            print("body")
    except (TypeError, AttributeError, ValueError, KeyError) as error:
        print(type(error).__name__, error)
try:
    with ExitFails():
        raise ValueError("body failed")
except KeyError as error:
    print(error, repr(error.__context__))
class Instance:
    pass
i = Instance()
i.__enter__ = lambda: print("instance attribute")
i.__exit__ = lambda *args: None
try:
    with i:
        pass
except TypeError as error:
    print(error)
class Outer:
    def __enter__(self):
        print("outer in")
    def __exit__(self, kind, *rest):
        print("outer out", kind.__name__)
        return True
with Outer(), EnterFails():
    print("never")
print("end")
