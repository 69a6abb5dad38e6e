# No indented block after else, in a nested block.
def f():
    if 1:
        pass
    else:
    return 1
