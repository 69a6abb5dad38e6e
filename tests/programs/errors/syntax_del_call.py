# del of a call.
x = [1]
del x.pop()
