# Functions that call each other are not folded; one that calls itself is.
def even(n):
    if n == 0:
        return [][n]
    return odd(n - 1)


def odd(n):
    return even(n - 1)


def loop(n):
    return loop(n - 1) if n else even(4)


loop(4)
