# The same parameter twice in a lambda.
f = lambda x, y, x: x
