# yield from: values, return value, send, throw, other iterables.
def inner():
    x = yield "i1"
    print("inner got", x)
    try:
        y = yield "i2"
    except ValueError as error:
        print("inner caught", error)
        y = "thrown"
    return ("inner result", x, y)
def outer():
    r = yield from inner()
    print("outer has", r)
    yield "o1"
    return "outer result"
o = outer()
print(next(o), o.send("sent"), o.throw(ValueError("v")))
try:
    next(o)
except StopIteration as stop:
    print(stop.value)
def flat(x):
    if isinstance(x, (list, tuple)):
        for y in x:
            yield from flat(y)
    else:
        yield x
print(list(flat([1, [2, (3, [4, []])], 5])))
def many():
    yield from "ab"
    yield from [1, 2]
    yield from range(2)
    yield from {"k": 1}
    yield from (i * i for i in range(3))
    yield from map(str, (7, 8))
    r = yield from ()
    yield r
print(list(many()))
class It:
    def __init__(self): self.n = 0
    def __iter__(self): return self
    def __next__(self):
        self.n += 1
        if self.n > 2:
            raise StopIteration("it value")
        return self.n
    def send(self, v): print("It.send", v); return next(self)
    def throw(self, *a): print("It.throw", type(a[0]).__name__); raise KeyError("from throw")
    def close(self): print("It.close")
def wrap():
    return (yield from It())
w = wrap()
print(next(w), w.send("s"))
try:
    next(w)
except StopIteration as stop:
    print(stop.value)
w = wrap()
next(w)
try:
    w.throw(ValueError())
except KeyError as error:
    print(error)
w = wrap()
next(w)
w.close()
def bad(): yield from 5
try:
    next(bad())
except TypeError as error:
    print(error)
def plain(): yield from [1, 2]
p = plain()
next(p)
try:
    p.send(5)
except AttributeError as error:
    print(error)
def chain(n): 
    if n: yield from chain(n - 1)
    yield n
print(list(chain(20)))
