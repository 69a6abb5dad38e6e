# print without parentheses.
print "hello"
