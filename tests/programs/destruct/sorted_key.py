# Keys made by sorted, min and max die when the call is through.
class K:
    def __init__(self, n):
        self.n = n

    def __lt__(self, other):
        return self.n < other.n

    def __gt__(self, other):
        return self.n > other.n

    def __del__(self):
        print("del key", self.n)


print(sorted([3, 1, 2], key=K))
print("--")
print(sorted([1, 2, 3], key=K, reverse=True))
print("--")
print(min([5, 4, 6], key=K))
print("--")
print(max([5, 4, 6], key=K))
print("--")
l = [9, 8]
l.sort(key=K)
print(l)
