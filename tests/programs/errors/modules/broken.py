# helper
x = 1
y = x.nothing
