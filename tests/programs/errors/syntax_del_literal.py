# del of a literal.
del 5
