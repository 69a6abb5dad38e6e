# Parenthesised parameters of a lambda.
f = lambda (x, y): x
