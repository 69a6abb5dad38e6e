# A continuation character at the end of the file.
x = 1 + \
