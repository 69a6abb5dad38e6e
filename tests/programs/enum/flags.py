# Flag and IntFlag.
from enum import Flag, IntFlag, auto
class Perm(Flag):
    R = auto()
    W = auto()
    X = auto()
    RW = R | W
rw = Perm.R | Perm.W
print(rw, repr(rw), rw is Perm.RW, rw.value, Perm.R in rw, Perm.X in rw, Perm.R & Perm.W, bool(Perm.R & Perm.W), bool(Perm.R), rw ^ Perm.R, ~Perm.R, Perm(0), Perm(5), repr(Perm(5)), list(Perm), list(rw), len(rw), Perm.R | Perm.X, (Perm.R | Perm.X).name)
print([p.value for p in Perm], Perm["X"], Perm(4), Perm.R == 1, Perm.R != Perm.W, Perm.RW in Perm, hash(Perm.R) == hash(Perm(1)), ~Perm.RW, Perm.R | Perm.W | Perm.X, (Perm.R | Perm.W | Perm.X).value)
class I(IntFlag):
    A = 1
    B = 2
    C = 4
print(I.A | I.B, repr(I.A | I.B), I.A | 4, (I.A | I.B) & 2, I.A + 1, I.A == 1, I(3), I(0), repr(I(8 | 1)), isinstance(I.A, int), I.C > I.A, ~I.A, I.A ^ 3, f"{I.A | I.C}", I.B in I(3))
for f in (lambda: Perm(16), lambda: Perm.R | 1, lambda: Perm["NOPE"], lambda: Perm.R + Perm.W, lambda: 1 in Perm.R):
    try:
        print(f())
    except (ValueError, TypeError, KeyError) as error:
        print(type(error).__name__, error)
state = Perm(0)
for p in (Perm.R, Perm.X, Perm.R):
    state ^= p
    print(state)
