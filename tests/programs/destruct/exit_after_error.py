# Uncaught exception: the report first, then the globals die.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def f():
    local = T("local")
    raise ValueError("uncaught")


g = T("global")
try:
    f()
finally:
    print("finally")
