# Lines of a traceback after re-raising in several ways.
def f():
    raise ValueError("original")


def bare():
    try:
        f()
    except ValueError:
        raise


def named():
    try:
        bare()
    except ValueError as e:
        raise e


def from_finally():
    try:
        named()
    finally:
        pass


from_finally()
