# No indented block after while at the end of the file.
while True:
