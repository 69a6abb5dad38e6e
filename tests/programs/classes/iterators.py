# The iteration protocols.
class Count:
    def __init__(self, n): self.n = n
    def __iter__(self): print("iter"); return CountIter(self.n)
class CountIter:
    def __init__(self, n): self.i, self.n = 0, n
    def __iter__(self): return self
    def __next__(self):
        if self.i >= self.n:
            raise StopIteration("done")
        self.i += 1
        return self.i
print(list(Count(3)), [x for x in Count(2)], sum(Count(4)), max(Count(3)), dict(zip(Count(2), "ab")), *Count(2))
c = Count(2)
it = iter(c)
print(next(it), next(it), next(it, "default"), iter(it) is it)
try:
    next(it)
except StopIteration as stop:
    print("stop", stop.value, stop.args)
class GetItem:
    def __getitem__(self, i):
        if i > 3:
            raise IndexError("end")
        return i * i
print(list(GetItem()), 9 in GetItem(), list(map(str, GetItem())), iter(GetItem()).__class__.__name__)
class StopItem:
    def __getitem__(self, i):
        if i == 2:
            raise StopIteration
        return i
print(list(StopItem()))
class BadIter:
    def __iter__(self): return 5
class NoNext:
    def __iter__(self): return self
class Fail:
    def __iter__(self): return self
    def __next__(self): raise ValueError("broken")
for f in (lambda: iter(5), lambda: list(BadIter()), lambda: list(NoNext()), lambda: next([1]), lambda: list(Fail()), lambda: next(5), lambda: [x for x in None], lambda: iter(Count), lambda: next(iter([]))):
    try:
        print(f())
    except (TypeError, ValueError, StopIteration) as error:
        print(type(error).__name__, error)
class Both:
    def __iter__(self): return iter("iter")
    def __getitem__(self, i): return "getitem"[i]
print("".join(Both()))
def poll(values=[3, 2, 1, 0, 9]):
    return values.pop(0)
print(list(iter(poll, 0)), type(iter(poll, 0)).__name__)
print(type(iter([])).__name__, type(iter(())).__name__, type(iter("")).__name__, type(iter({})).__name__, type(iter(set())).__name__, type(iter(range(1))).__name__, type(zip()).__name__)
