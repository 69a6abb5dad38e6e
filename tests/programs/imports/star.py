# from module import *
from _shapes import *
print(PI, Square(2).area(), circle(1), "_private" in globals(), "__version__" in globals(), "set_pi" in globals())
from _with_all import *
print(visible, _also, "not_listed" in globals())
try:
    from _bad_all import *
except AttributeError as error:
    print(error)
from math import *
print(floor(pi), sqrt(4.0), "gcd" in globals())
