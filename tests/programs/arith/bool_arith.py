# bool is an int.
print(True + True, True - False, True * 3, True / 2, False // 1, True % 2, -True, +False, ~True if False else -2)
print(True & False, True | False, True ^ True, True & 1, 1 | True, True & 3, False ^ 5)
print(type(True & False).__name__, type(True & 1).__name__, type(True + 0).__name__, type(not 1).__name__)
print(True == 1, False == 0, True == 1.0, True is True, True < 2, True > False, True == "True")
print(isinstance(True, int), issubclass(bool, int), bool.__mro__)
print(bool(0), bool(1), bool(""), bool("a"), bool([]), bool([0]), bool({}), bool(None), bool(0.0), bool(()), bool(range(0)))
print(str(True), repr(False), int(True), float(True), f"{True:d} {True:5} {True!r:>6}", "%d %s" % (True, True))
print([10, 20][True], "ab"[False], sum([True, True, False]), {True: "a", 1: "b", 1.0: "c"})
print(not True, not 0, not [], not not "x", not None)
print(True.bit_length(), True.real, (True).__class__, hash(True), hash(False))
try:
    class B(bool):
        pass
except TypeError as error:
    print(error)
