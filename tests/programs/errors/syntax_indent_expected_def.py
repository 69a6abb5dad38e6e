# No indented block after a function's head.
def f(a,
      b):

x = 1
