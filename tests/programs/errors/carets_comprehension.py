# An error inside a comprehension.
def invert(values):
    return [1 / value for value in values if value is not None]


print(invert([1, 2]))
print({key: invert(value) for key, value in {"a": [1], "b": [4, None, 0]}.items()})
