# print of an expression without parentheses.
x = 1
print x + 1
