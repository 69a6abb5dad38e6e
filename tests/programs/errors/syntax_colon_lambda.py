# A missing colon in a lambda.
f = lambda x x
