# A statement in a lambda.
f = lambda: return 1
