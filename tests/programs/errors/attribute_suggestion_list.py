# A typo in the name of a list method.
items = []
items.apend(1)
