# Temporaries in conditions of if, while, assert and conditional expressions.
class T:
    def __init__(self, n):
        self.n = n

    def __bool__(self):
        return self.n > 0

    def __del__(self):
        print("del", self.n)


if T(1):
    print("then")
if T(0):
    print("never")
elif T(2):
    print("elif")
n = 2
while T(n):
    print("loop", n)
    n -= 1
print("x" if T(0) else "y")
assert T(3), T(4)
print("asserted")
if T(1) and not T(0) or T(5):
    print("combined")
if (T(7) and T(0)) is not None:
    print("value")
