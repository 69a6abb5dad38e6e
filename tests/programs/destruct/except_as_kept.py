# An exception stored elsewhere keeps the locals of its frames.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def fails():
    t = T("local of fails")
    raise ValueError("kept")


kept = None
try:
    fails()
except ValueError as e:
    kept = e
print("after handler", kept)
try:
    e
except NameError as error:
    print(error)
kept.__traceback__ = None
print("traceback cut")
kept = None
try:
    fails()
except ValueError as e:
    kept = e.with_traceback(None)
    print("with_traceback")
print("end")
