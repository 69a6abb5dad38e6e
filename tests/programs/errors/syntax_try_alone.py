# try without except or finally.
try:
    pass
x = 1
