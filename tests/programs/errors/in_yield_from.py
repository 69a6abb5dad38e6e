# An error in a generator behind yield from and a generator expression.
def leaf():
    yield 1
    raise LookupError("leaf")


def middle():
    yield from leaf()


print(sum(x * 2 for x in middle()))
