# An error in a decorator, and one in a decorated function.
def check(text):
    def decorate(f):
        if not text:
            raise ValueError("empty text")
        return f

    return decorate


@check("fine")
def f():
    pass


@check("")
@check("also fine")
def g():
    pass
