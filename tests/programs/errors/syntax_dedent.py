# A line whose indentation matches no outer level.
def f():
        x = 1
    return x
