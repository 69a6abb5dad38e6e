# A name used before its global declaration.
def f():
    print(x)
    global x
