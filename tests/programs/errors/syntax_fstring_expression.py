# An invalid expression in an f-string.
name = "x"
x = f"hello {name name}"
