# import of a module beside the program.
import _shapes
print(_shapes.PI, _shapes.Square(3).area(), _shapes.circle(2), _shapes.__name__, _shapes.__doc__, _shapes._private, _shapes.__version__)
import _shapes as s
print(s is _shapes, type(s).__name__)
from _shapes import Square, circle as c, PI
print(Square(2).area(), c(1), PI, Square.__module__)
_shapes.set_pi(4)
print(_shapes.PI, PI, c(1))
_shapes.added = "new attribute"
print(s.added, hasattr(_shapes, "nope"), sorted(n for n in vars(_shapes) if not n.startswith("_")))
try:
    _shapes.nope
except AttributeError as error:
    print(error)
try:
    from _shapes import nope
except ImportError as error:
    print(type(error).__name__, str(error).rsplit("(", 1)[0], error.name)
del _shapes.PI
try:
    c(1)
except NameError as error:
    print(error)
