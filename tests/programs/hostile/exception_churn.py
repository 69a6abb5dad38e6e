# Exceptions raised while exceptions are raised, in every corner.
class Odd(Exception):
    def __init__(self, *args):
        if len(args) > 1:
            raise TypeError("odd init")

    def __eq__(self, other):
        raise KeyError("eq")

    def __bool__(self):
        raise KeyError("bool")


def attempt(f):
    try:
        f()
    except BaseException as e:
        chain = []
        while e is not None:
            chain.append(type(e).__name__)
            e = e.__context__
        print(chain)


def init_raises():
    raise Odd(1, 2)


def odd():
    try:
        raise Odd
    except Odd:
        raise


def nested_finally():
    try:
        try:
            1 / 0
        finally:
            [][1]
    finally:
        {}["k"]


def exit_raises():
    class CM:
        def __enter__(self):
            return self

        def __exit__(self, *a):
            raise OSError("exit")

    with CM(), CM():
        raise ValueError


def match_raises():
    try:
        1 / 0
    except [][0]:
        pass


def loop():
    for i in range(3):
        try:
            raise ValueError(i)
        except ValueError:
            try:
                raise KeyError(i)
            except KeyError:
                if i == 2:
                    raise


def generator():
    def g():
        try:
            yield
        finally:
            raise IndexError

    try:
        x = g()
        next(x)
        raise ValueError
    finally:
        x.close()


for f in init_raises, odd, nested_finally, exit_raises, match_raises, loop, generator:
    attempt(f)
