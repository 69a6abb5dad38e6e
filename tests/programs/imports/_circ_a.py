# helper module
print("a starts")
import _circ_b
value = "a value"
print("a sees", _circ_b.value, hasattr(_circ_b, "use"))
def call(): return _circ_b.use()
