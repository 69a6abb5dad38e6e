# No carets where the whole line is the position.
def fail():
    raise KeyError("whole line")


def assign():
    x = fail()
    return x


def expression():
    assign()


expression()
