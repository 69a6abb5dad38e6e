# An operator of another language.
x = 1
x++
