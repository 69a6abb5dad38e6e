# A missing comma between arguments.
def f(a, b):
    return a


print(f(1 + 2 "text"))
