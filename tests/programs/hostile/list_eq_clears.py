# list == list whose element clears one of the two lists.
class Clear:
    def __init__(self, target):
        self.target = target

    def __eq__(self, other):
        self.target.clear()
        return True


a, b = [], []
a += [Clear(b), 1, 2]
b += [0, 1, 2]
print(a == b, len(a), len(b))
a, b = [], []
a += [Clear(a), 1, 2]
b += [0, 1, 2]
print(a == b, len(a), len(b))
a, b = [], []
a += [1, Clear(a), 3]
b += [1, Clear(b), 3]
print(a != b, len(a), len(b))
a, b = [], []
a += [Clear(b)]
b += [a]
print(b < a if not b else "kept", len(a), len(b))
t = []
x = (Clear(t), t)
print(x == (1, [2]), t)
