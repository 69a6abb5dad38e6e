# __traceback__, its chain and its lines.
def a():
    b()
def b():
    c(1)
def c(x):
    y = x + 1
    raise ValueError(y)
def lines(tb):
    out = []
    while tb:
        out.append((tb.tb_frame.f_code.co_name, tb.tb_lineno))
        tb = tb.tb_next
    return out
try:
    a()
except ValueError as e:
    print(lines(e.__traceback__), type(e.__traceback__).__name__)
    saved = e
print(len(lines(saved.__traceback__)))
try:
    raise saved
except ValueError as e:
    print(lines(e.__traceback__), e is saved)
try:
    raise saved.with_traceback(None)
except ValueError as e:
    print(lines(e.__traceback__))
def again():
    try:
        c(5)
    except ValueError:
        raise
try:
    again()
except ValueError as e:
    print(lines(e.__traceback__))
def rethrow():
    try:
        c(5)
    except ValueError as e:
        raise e
try:
    rethrow()
except ValueError as e:
    print(lines(e.__traceback__))
e = ValueError("never raised")
print(e.__traceback__)
e.__traceback__ = saved.__traceback__
print(lines(e.__traceback__) == lines(saved.__traceback__))
try:
    e.__traceback__ = 5
except TypeError as error:
    print(error)
def gen():
    yield 1
    raise KeyError("g")
try:
    for _ in gen():
        pass
except KeyError as e:
    print(lines(e.__traceback__))
try:
    sorted([2, 1], key=lambda v: v.nope)
except AttributeError as e:
    print(lines(e.__traceback__))
e = saved = None
