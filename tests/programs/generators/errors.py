# StopIteration inside generators, reentry, exceptions that end them.
def raises_stop():
    yield 1
    raise StopIteration("inner")
try:
    list(raises_stop())
except RuntimeError as error:
    print(error, repr(error.__cause__))
def next_on_empty():
    yield next(iter([]))
try:
    next(next_on_empty())
except RuntimeError as error:
    print(error)
def reenter():
    yield next(me)
me = reenter()
try:
    next(me)
except ValueError as error:
    print(error)
def fails():
    yield 1
    raise KeyError("boom")
f = fails()
print(next(f))
try:
    next(f)
except KeyError as error:
    print(error)
print(next(f, "dead"), list(f))
def has_return():
    yield 1
    return 5
print(list(has_return()), [x for x in has_return()])
h = has_return()
next(h)
try:
    next(h)
except StopIteration as stop:
    print(stop.value, stop.args)
try:
    h.__next__()
except StopIteration as stop:
    print(stop.value, stop.args)
for bad in (lambda: h.send(), lambda: next(), lambda: next(1), lambda: h.nothing, lambda: len(h), lambda: h[0], lambda: iter(), lambda: h.send(1, 2)):
    try:
        print(bad())
    except (TypeError, AttributeError) as error:
        print(type(error).__name__, error)
try:
    h.send(1)
except StopIteration:
    print("send to finished")
def ctx():
    try:
        yield 1
    except ZeroDivisionError as error:
        yield repr(error)
c = ctx()
next(c)
try:
    1 / 0
except ZeroDivisionError as error:
    print(c.throw(error))
