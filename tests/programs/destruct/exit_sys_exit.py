# sys.exit inside nested calls: locals, then globals.
import sys


class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def f():
    a = T("local of f")
    try:
        sys.exit(3)
    finally:
        print("finally in f")


def g():
    b = T("local of g")
    f()


c = T("global")
g()
