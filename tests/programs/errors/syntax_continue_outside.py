# continue outside a loop.
x = 1
if x:
    continue
