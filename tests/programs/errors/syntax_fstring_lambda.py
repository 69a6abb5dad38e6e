# A lambda in an f-string without parentheses.
x = f"{lambda x: 1}"
