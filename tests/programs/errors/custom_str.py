# Custom exceptions: __str__, several arguments, none, nested class names.
class Problem(Exception):
    def __init__(self, code, text):
        super().__init__(code, text)
        self.code = code
        self.text = text

    def __str__(self):
        return f"[{self.code}] {self.text}"


class Outer:
    class Inner(Exception):
        pass


def make():
    class Local(Problem):
        pass

    return Local


for e in Problem(5, "text"), Outer.Inner(), Outer.Inner(1, 2), make()(1, "x"), Exception("one"):
    print(repr(e), str(e), e.args)
try:
    raise Outer.Inner("inner")
except Outer.Inner as e:
    raise make()(7, "local class")
