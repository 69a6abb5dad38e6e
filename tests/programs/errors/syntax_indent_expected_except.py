# No indented block after except.
try:
    pass
except ValueError:
print("x")
