# No indented block after if.
if True:
print("x")
