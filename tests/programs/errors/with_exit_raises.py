# An error in __exit__ while another one passes, and one in __enter__.
class CM:
    def __init__(self, enter, exit):
        self.enter, self.exit = enter, exit

    def __enter__(self):
        if self.enter:
            raise KeyError("enter")

    def __exit__(self, *args):
        if self.exit:
            raise IndexError("exit")


try:
    with CM(True, True):
        print("never")
except KeyError as e:
    print(repr(e), repr(e.__context__))
with CM(False, True):
    raise ValueError("body")
