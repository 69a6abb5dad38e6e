# A name that begins with a digit.
x = 5abc
