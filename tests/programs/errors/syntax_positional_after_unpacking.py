# A positional argument after keyword unpacking.
print(**{}, 1)
