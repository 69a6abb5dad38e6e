# Assignment to a tuple with a literal in it.
a, 1, b = 1, 2, 3
