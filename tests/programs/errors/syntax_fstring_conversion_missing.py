# A missing conversion in an f-string.
name = "x"
x = f"hello {name!}"
