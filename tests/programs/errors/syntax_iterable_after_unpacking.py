# Iterable unpacking after keyword unpacking.
print(**{}, *[1])
