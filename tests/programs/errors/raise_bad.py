# raise of what is not an exception, without one, and with a bad cause.
def show(f):
    try:
        f()
    except (TypeError, RuntimeError) as e:
        print(type(e).__name__, e)


def bare():
    raise


def number():
    raise 5


def text():
    raise "text"


def klass():
    raise int


def cause():
    raise ValueError from 5


def needs_argument():
    class E(Exception):
        def __init__(self, a):
            pass

    raise E


def catch_bad():
    try:
        1 / 0
    except 5:
        pass


def catch_bad_tuple():
    try:
        1 / 0
    except (ValueError, "text"):
        pass


for f in bare, number, text, klass, cause, needs_argument, catch_bad, catch_bad_tuple:
    show(f)
catch_bad()
