# The old not-equal operator.
x = 1 <> 2
