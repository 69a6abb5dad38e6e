# Failing assertions with and without a message.
def check(value, message=None):
    if message:
        assert value > 0, message
    assert (value % 2 ==
            0)


for args in (-1, "must be positive"), (-1, ["any", "object"]), (3,):
    try:
        check(*args)
    except AssertionError as e:
        print(repr(e), str(e))
check(-1, ("a", "tuple"))
