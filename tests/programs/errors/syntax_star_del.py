# A starred expression in del.
a = [1]
del *a
