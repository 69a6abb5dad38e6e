# The cause and the context belong to the exception.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


class E(Exception):
    def __init__(self, tag):
        super().__init__(tag)
        self.item = T(tag)


def cause():
    try:
        raise E("first")
    except E as e:
        raise E("second") from e


def context():
    try:
        raise E("third")
    except E:
        raise E("fourth")


def cut():
    try:
        raise E("fifth")
    except E:
        raise E("sixth") from None


for f in cause, context, cut:
    try:
        f()
    except E as e:
        print(e, "|", repr(e.__cause__), "|", repr(e.__context__))
        e.__cause__ = None
        print("cause cleared")
        e.__context__ = None
        print("context cleared")
    print("--")
