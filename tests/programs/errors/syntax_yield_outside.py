# yield outside a function.
x = [1, 2]
y = yield x
