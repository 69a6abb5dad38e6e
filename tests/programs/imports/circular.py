# Modules that import each other.
import _circ_a
print(_circ_a.call(), _circ_a._circ_b.value)
import _circ_b
print(_circ_b is _circ_a._circ_b)
try:
    import _circ_from
except ImportError as error:
    print(str(error).rsplit("(", 1)[0])
