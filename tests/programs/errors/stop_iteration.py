# StopIteration: from next(), inside a generator, with a value.
def gen():
    yield 1
    return "value"


def leaking():
    yield 1
    next(iter([]))


def explicit():
    yield 1
    raise StopIteration("explicit")


g = gen()
next(g)
try:
    next(g)
except StopIteration as e:
    print(repr(e), e.value)
try:
    list(leaking())
except RuntimeError as e:
    print(e, repr(e.__cause__))
try:
    next(iter([]))
except StopIteration as e:
    print(repr(e), e.value)
list(explicit())
