# A chain of three: cause, context, and a re-raise.
def first():
    raise ValueError("first")


def second():
    try:
        first()
    except ValueError as e:
        raise TypeError("second") from e


def third():
    try:
        second()
    except TypeError as e:
        try:
            raise LookupError("third")
        except LookupError:
            raise e


def fourth():
    try:
        third()
    except TypeError:
        raise RuntimeError("fourth")


fourth()
