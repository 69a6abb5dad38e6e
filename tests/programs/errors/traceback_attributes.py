# Walking a traceback by hand.
def inner():
    x = 1
    raise ValueError("x")


def outer():
    inner()


try:
    outer()
except ValueError as e:
    tb = e.__traceback__
    while tb:
        print(tb.tb_lineno, tb.tb_frame.f_code.co_name)
        tb = tb.tb_next
    err = e.with_traceback(None)
print(err.__traceback__)
raise err
