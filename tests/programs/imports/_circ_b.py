# helper module
print("b starts")
import _circ_a
print("b sees value of a:", hasattr(_circ_a, "value"))
value = "b value"
def use(): return _circ_a.value
