# Finalisers that call functions, make objects and run generators.
class Inner:
    def __init__(self, n):
        self.n = n

    def __del__(self):
        print("inner", self.n, sum(i for i in range(self.n)))


class Outer:
    def __del__(self):
        print("outer begins")
        items = [Inner(i) for i in range(3)]
        items.reverse()
        self.late = Inner(10)
        print("outer ends")


def make_garbage(n):
    return [Outer() for _ in range(n)]


make_garbage(2)
print("--")
x = (Outer(), Inner(5))
x = None
print("end")
