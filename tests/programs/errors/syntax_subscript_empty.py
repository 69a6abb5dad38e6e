# An empty subscript.
x = [1]
x[] = 2
