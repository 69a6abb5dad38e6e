# A dict comprehension with unpacking.
x = {**a for a in [{}]}
