# A name assigned before its global declaration.
def f():
    x = 1
    global x
