# The same keyword argument twice.
print(1, sep="", end="", sep=" ")
