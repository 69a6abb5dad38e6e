# An assignment in an assertion.
x = 1
assert x = 1
