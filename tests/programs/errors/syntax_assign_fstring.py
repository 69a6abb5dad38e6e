# Assignment to an f-string.
f"{1}" = 5
