# Operators called by name, and methods of int, float and bool.
print((5).__add__(3), (5).__sub__(3), (5).__rsub__(3), (5).__mul__(2.5), (5).__floordiv__(2), (5).__truediv__(2), (5).__mod__(3), (5).__divmod__(3), (5).__pow__(2), (5).__neg__(), (5).__abs__(), (5).__invert__(), (5).__bool__(), (5).__eq__(5), (5).__lt__(6), (5).__lt__(5.5), (5).__and__(4), (5).__lshift__(2))
print((1.5).__add__(1), (1.5).__radd__(1), (1.5).__mul__("a"), (1.5).__floordiv__(1), (1.5).__mod__(1), (1.5).__neg__(), (1.5).__bool__(), (1.5).__int__(), (1.5).__eq__(1.5), (1.5).__lt__(2), (1.5).__round__(), (1.5).__pow__(2))
print(int.__add__(1, 2), float.__mul__(1.5, 2), bool.__and__(True, False), int.__lt__(1, 2), int.__repr__(5), float.__repr__(0.1), int.__bool__(0), int.__hash__(7), int.__new__(int, "5"), float.__new__(float, "1.5"), True.__int__(), True.__repr__(), True.__and__(True), True.__add__(True))
print((255).to_bytes(2), (255).to_bytes(2, "little"), (255).to_bytes(length=3, byteorder="big"), int.from_bytes(b"\1\2"), int.from_bytes([1, 2], "little"), int.from_bytes(b"", "big"), (0).to_bytes(0), (1000).bit_length(), (7).bit_count(), (5).__ceil__(), (15).__round__(-1))
for f in (lambda: int.__add__(1.5, 2), lambda: int.__add__(1), lambda: (5).__add__(), lambda: (5).nope, lambda: int.__new__(str), lambda: (1000).to_bytes(1), lambda: (-1).to_bytes(1), lambda: int.from_bytes("a"), lambda: (5).to_bytes(1, "middle"), lambda: (5).to_bytes(-1)):
    try:
        print(f())
    except (TypeError, AttributeError, OverflowError, ValueError) as error:
        print(type(error).__name__, error)
