# Locals of recursive calls die on the way back.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def f(n):
    t = T(n)
    if n:
        f(n - 1)
    print("back in", n)


def tail(n, keep):
    t = T(f"tail {n}")
    return tail(n - 1, t) if n else keep.name


f(3)
print(tail(3, None))
