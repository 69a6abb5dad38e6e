# The line is shown without its indentation.
def f():
    if True:
        while x:
            total = first + second third + fourth
