# A finaliser that changes a local of the frame that drops its object.
class T:
    def __init__(self, action):
        self.action = action

    def __del__(self):
        self.action()


def f(n):
    total = 0

    def bump():
        nonlocal total
        total += 1000

    for i in range(n):
        x = T(bump)
        total += i
        x = None
        total += i
    return total


def g(n):
    value = 1

    def change():
        nonlocal value
        value = "text" if value == 1 else 1

    out = []
    for i in range(n):
        x = T(change)
        out.append(value)
        x = i
        out.append(value * 2)
    return out


def h():
    items = [1, 2, 3]
    x = T(items.clear)
    total = 0
    for item in items:
        total += item
        x = None
    return total, items


print(f(10))
print(g(3))
print(h())
