# Underscores in wrong places of a number.
x = 1__000
