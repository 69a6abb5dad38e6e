# An exponent without digits.
x = 1e
