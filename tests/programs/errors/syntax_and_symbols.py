# Logical operators of another language.
x = 1 && 2
