# break outside a loop.
def f():
    for x in 1, 2:
        pass
    if x:
        break
