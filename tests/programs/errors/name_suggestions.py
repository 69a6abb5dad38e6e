# NameError with and without a suggestion.
import sys


def show(f):
    try:
        f()
    except NameError as e:
        print(e, e.name)


def local_typo():
    counter = 1
    return countr


def nothing_close():
    return completely_different


def nested():
    value = 5

    def inner():
        return valu, value

    return inner()


show(local_typo)
show(nothing_close)
show(nested)
show(lambda: prnt(1))
show(lambda: leng([1]))
show(lambda: syss)
counter_total = 5
counter_totl
