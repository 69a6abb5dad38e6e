# A number with a leading zero.
x = 0123
