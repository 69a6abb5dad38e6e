# Augmented assignment to a tuple.
a = b = 1
(a, b) += 1, 2
