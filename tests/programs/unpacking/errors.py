# Unpacking the wrong number of values.
def attempt(f):
    try:
        f()
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)
def a1():
    a, b = 1, 2, 3
def a2():
    a, b = [1]
def a3():
    a, b, *c = (1,)
def a4():
    a, b = 5
def a5():
    a, *b = None
def a6():
    (a, b), c = [1, 2], 3
    (a, b), c = 1, 2
def a7():
    a, b = iter("abc")
def a8():
    a, b, c = {}
def a9():
    for x, y in [(1, 2), (3,)]:
        print(x, y)
def a10():
    [*a, b, c] = [1]
def a11():
    a, b = range(5)
def a12():
    a, b = {1: 2, 3: 4, 5: 6}
for f in (a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12):
    attempt(f)
class Iter:
    def __init__(self):
        self.n = 0
    def __iter__(self):
        return self
    def __next__(self):
        self.n += 1
        print("next", self.n)
        if self.n > 4:
            raise StopIteration
        return self.n
def b1():
    a, b = Iter()
def b2():
    a, b, *c = Iter()
    print(a, b, c)
attempt(b1)
attempt(b2)
