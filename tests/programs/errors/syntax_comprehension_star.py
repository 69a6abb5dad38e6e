# A list comprehension with unpacking.
x = [*a for a in [[1]]]
