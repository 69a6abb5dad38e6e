# Carets under unpacking, loops and with statements.
def f(pairs):
    for first, second in pairs:
        print(first, second)


f([(1, 2), (3, 4, 5)])
