# Causes that form a cycle.
a = ValueError("a")
b = TypeError("b")
a.__cause__ = b
b.__cause__ = a
print(a.__suppress_context__, b.__cause__ is a)
raise a
