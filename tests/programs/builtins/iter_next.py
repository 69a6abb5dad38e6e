# iter and next.
it = iter([1, 2])
print(next(it), next(it), next(it, "default"), next(it, None))
try:
    next(it)
except StopIteration as stop:
    print("stop", stop.args)
print(list(iter("ab")), list(iter({"k": 1})), list(iter((1,))), [*iter(range(2))])
data = iter([1, 2, 0, 3])
print(list(iter(lambda: next(data), 0)), next(data))
class C:
    def __init__(self): self.n = 0
    def __call__(self):
        self.n += 1
        return self.n
print(list(iter(C(), 4)), [x for x in iter(C(), 3)])
for f in (lambda: iter(5), lambda: iter(5, 1), lambda: next(5), lambda: next([]), lambda: iter(), lambda: next(), lambda: next(iter([]), 1, 2), lambda: iter(None), lambda: next("a")):
    try:
        print(f())
    except TypeError as error:
        print(error)
a = [1, 2, 3]
x, y = iter(a), iter(a)
print(next(x), next(x), next(y), list(x), list(y))
print([next(i) for i in [iter("ab")] * 2], list(zip(*[iter("abcdef")] * 2)), next(iter({1: 2}.values())), next(reversed("xyz")), next((v for v in [1, 5, 9] if v > 3), None), 2 in iter([1, 2, 3]))
