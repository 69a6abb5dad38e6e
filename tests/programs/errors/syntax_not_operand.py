# not after an operator.
x = 1 + not 2
