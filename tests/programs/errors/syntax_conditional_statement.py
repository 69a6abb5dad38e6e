# A statement in a conditional expression.
x = pass if True else 1
