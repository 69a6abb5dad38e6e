# A digit that is not octal.
x = 0o189
