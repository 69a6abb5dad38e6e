# Assignment to a list comprehension.
[x for x in (1, 2)] = 5
