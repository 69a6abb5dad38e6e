# A parenthesised parameter.
def f(a, (b, c)):
    pass
