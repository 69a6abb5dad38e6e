# No indented block after for.
for x in range(3):
print(x)
