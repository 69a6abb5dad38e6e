# sys.exit in a finally clause replaces the error.
import sys


def f():
    try:
        1 / 0
    finally:
        sys.exit(4)


f()
