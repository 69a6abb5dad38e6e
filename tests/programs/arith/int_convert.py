# int() from everything.
print(int(), int(5), int(5.9), int("42"), int(b"17"), int(True), int("-0"), int("٣٤"))
print(int("ff", 16), int("0xFF", 16), int("777", 8), int("0b11", 2), int("z", 36), int("10", base=5), int("0_1"[2:]))
class Index:
    def __index__(self):
        return 7
class Int:
    def __int__(self):
        return 8
class Trunc:
    def __float__(self):
        return 2.5
print(int(Index()), int(Int()), float(Trunc()), float(Index()), [0] * Index(), "abc"[:Index()], hex(Index()))
for args in (([],), (None,), ("1.5",), ("9", 8), (1, 2), ("a", 40), ("a", 1), (object,), (Trunc(),)):
    try:
        print(int(*args))
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
class Bad:
    def __int__(self):
        return "x"
    def __index__(self):
        return 1.5
for f in (int, hex, range):
    try:
        f(Bad())
    except TypeError as error:
        print(error)
