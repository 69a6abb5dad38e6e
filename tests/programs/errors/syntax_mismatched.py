# A closing bracket that does not match.
x = (1, 2]
