# A decorator without a function.
@print
x = 1
