# An error in a default value on one of several lines.
def f(
    a=1,
    b=[1, 2][5],
    c=3,
):
    pass
