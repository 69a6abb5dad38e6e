# A string that does not end on its line.
x = "text without end
print(x)
