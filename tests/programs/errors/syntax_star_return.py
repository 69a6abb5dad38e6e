# A starred expression in a parenthesis.
x = (*[1, 2])
