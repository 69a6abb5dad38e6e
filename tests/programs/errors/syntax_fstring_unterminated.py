# An f-string that does not end on its line.
x = f"hello {1}
