# Temporaries of comparisons, chained comparisons and boolean operators.
class N:
    def __init__(self, n):
        self.n = n

    def __del__(self):
        print("del", self.n)

    def __lt__(self, other):
        print("lt", self.n, other.n)
        return self.n < other.n

    def __bool__(self):
        print("bool", self.n)
        return self.n > 5


print(N(1) < N(2))
print(N(1) < N(3) < N(2) < N(9))
x = N(4) or N(6)
print("or", x.n)
x = N(7) and N(8)
print("and", x.n)
print(not N(3))
print(N(1) is N(1))
y = N(10) if N(2) else N(11)
print("picked", y.n)
