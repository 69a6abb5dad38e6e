# Who keeps the source of a generator expression.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


class Source:
    def __init__(self, n):
        self.items = [T(i) for i in range(n)]

    def __iter__(self):
        print("iter")
        return iter(self.items)

    def __del__(self):
        print("del source")


g = (t.name for t in Source(3))
print("made")
print(next(g))
print(next(g))
del g
print("--")
print(sum(t.name for t in Source(2)))
print("--")
print(list(t.name for t in Source(2) if t.name))
print("end")
