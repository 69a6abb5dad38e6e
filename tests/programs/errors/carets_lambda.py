# The last line of a statement without a newline at its end.
def f():
    return (lambda:
            undefined)()


f()
