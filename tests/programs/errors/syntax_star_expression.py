# A starred expression where none can be.
x = *[1, 2]
