# object and the attributes every object has.
o = object()
print(type(o), o.__class__, o == o, o != object(), isinstance(o, object), bool(o), o.__doc__ is not None, hasattr(o, "__dict__"))
print(object.__name__, object.__bases__, object.__mro__, type.__mro__, type(object), object.__base__, type.__name__)
print(o.__eq__(o), o.__eq__(5), o.__ne__(o), o.__lt__(o), object.__repr__(5).startswith("<int object at 0x"), object.__str__("a"), object.__hash__(1) == object.__hash__(1), o.__format__("") == str(o), isinstance(o.__hash__(), int))
class A: pass
a = A()
object.__setattr__(a, "x", 1)
print(object.__getattribute__(a, "x"), a.__getattribute__("x"), a.__class__, a.__dict__, a.__module__, A.__dict__["__module__"])
object.__delattr__(a, "x")
print(a.__dict__, A.__init__ is object.__init__, A.__new__ is object.__new__, A.__eq__ is object.__eq__)
for f in (lambda: object.__getattribute__(a, "q"), lambda: object(1), lambda: setattr(o, "x", 1), lambda: object.__setattr__(5, "x", 1), lambda: o.__format__("x"), lambda: o < o, lambda: o + o, lambda: o(), lambda: A(1), lambda: object.nope, lambda: object.__init__(), lambda: object.__init__(a, 1)):
    try:
        print(f())
    except (AttributeError, TypeError) as error:
        print(type(error).__name__, str(error).split(" at 0x")[0])
