# Words of attribute errors.
class C:
    __slots__ = ("a",)
    b = 1
class D:
    pass
def f(): pass
cases = [lambda: C().a, lambda: C().z, lambda: setattr(C(), "z", 1), lambda: setattr(C(), "b", 1), lambda: C.z, lambda: D().x, lambda: D.x, lambda: delattr(D(), "x"), lambda: delattr(D, "x"),
         lambda: f.x, lambda: (5).x, lambda: "s".x, lambda: [].x, lambda: None.x, lambda: setattr(5, "x", 1), lambda: setattr(None, "x", 1), lambda: setattr("s", "upper", 1), lambda: setattr([], "append", 1),
         lambda: setattr(int, "x", 1), lambda: setattr(list, "append", 1), lambda: delattr(int, "real"), lambda: setattr(object(), "x", 1), lambda: object().x, lambda: int.x, lambda: type.x, lambda: (lambda: 0).x,
         lambda: D().m(), lambda: len.x, lambda: setattr(D(), 5, 1), lambda: getattr(D(), 5), lambda: getattr(D(), "x y"), lambda: ().x, lambda: {}.a.b, lambda: D().__dict__.x, lambda: super(D, D()).x, lambda: True.x, lambda: (1.5).x, lambda: range(1).x, lambda: iter([]).x, lambda: (i for i in ()).x, lambda: ValueError().x]
for n, case in enumerate(cases):
    try:
        print(n, case())
    except (AttributeError, TypeError) as error:
        print(n, type(error).__name__, error)
try:
    D().missing
except AttributeError as error:
    print(error.name, type(error.obj).__name__, error.args)
try:
    undefined
except NameError as error:
    print(error.name, error.args)
