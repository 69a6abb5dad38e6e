# An error in a lambda called by a built-in function.
data = [("a", 1), ("b", None)]
print(sorted(data, key=lambda pair: pair[1] + 1))
