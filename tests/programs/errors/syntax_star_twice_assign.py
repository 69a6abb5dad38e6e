# Two starred targets.
*a, b, *c = [1, 2, 3]
