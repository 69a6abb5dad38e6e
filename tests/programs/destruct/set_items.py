# Sets: duplicates, removal, clear and the order of a dying set.
class T:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return self.n

    def __eq__(self, other):
        return self.n == other.n

    def __del__(self):
        print("del", self.n)


s = {T(3), T(1), T(2)}
print(len(s))
s.remove(T(1))
print("removed")
s.pop()
print("popped")
s |= {T(5), T(6)}
s.clear()
print("cleared")
s = {T(i) for i in (4, 0, 3, 1)}
del s
print("dead")
s = {T(1), T(2)}
s -= {T(2)}
print("minus")
s = s ^ {T(1), T(7)}
print("xor", len(s))
