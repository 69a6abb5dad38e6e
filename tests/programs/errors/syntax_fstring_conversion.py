# An unknown conversion in an f-string.
name = "x"
x = f"hello {name!z}"
