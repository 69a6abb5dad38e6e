# Two expressions side by side.
x = 5
y = x x
