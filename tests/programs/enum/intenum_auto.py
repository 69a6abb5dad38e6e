# IntEnum, StrEnum, auto, functional API, unique.
from enum import Enum, IntEnum, StrEnum, auto, unique
class P(IntEnum):
    LOW = 1
    MID = 5
    HIGH = auto()
print(P.LOW, repr(P.LOW), P.LOW + 1, P.LOW < P.HIGH, P.LOW == 1, sorted([P.HIGH, P.LOW]), [10, 20][P.LOW], P(5), int(P.MID), f"{P.MID} {P.MID:03d} {P.MID!r}", P.HIGH.value, isinstance(P.LOW, int), {1: "one"}[P.LOW], max(P), sum(P), type(P.LOW + 1).__name__, "%d" % P.MID, P.LOW in (1, 2), bool(P.LOW))
class S(StrEnum):
    A = auto()
    BEE = "b!"
print(S.A, repr(S.A), S.A == "a", S.BEE + "x", S("b!"), S.A.upper(), isinstance(S.A, str), f"{S.BEE}", [S.A], {"a": 1}[S.A])
class A(Enum):
    X = auto()
    Y = auto()
    Z = 10
    W = auto()
print([(m.name, m.value) for m in A])
class Names(Enum):
    def _generate_next_value_(name, start, count, last): return name.lower() + str(count)
    FOO = auto()
    BAR = auto()
print([m.value for m in Names])
try:
    @unique
    class U(Enum):
        A = 1
        B = 1
        C = 2
        D = 2
except ValueError as error:
    print(error)
@unique
class Ok(Enum):
    A = 1
    B = 2
print(list(Ok))
F = Enum("F", "ONE TWO THREE")
G = Enum("G", {"X": "x", "Y": "y"})
H = IntEnum("H", ["A", "B"])
print(list(F), F.TWO.value, list(G), H.B + 1, F, Enum("K", [("Q", 7)]).Q.value)
class Mixed(str, Enum):
    HELLO = "hello"
print(Mixed.HELLO == "hello", Mixed.HELLO.upper(), repr(Mixed.HELLO), isinstance(Mixed.HELLO, str), Mixed("hello") is Mixed.HELLO)
