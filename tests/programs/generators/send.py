# send and the value of yield.
def echo():
    got = yield "ready"
    while got is not None:
        print("got", got)
        got = yield got * 2
    return "finished"
e = echo()
print(next(e))
print(e.send(5))
print(e.send("ab"))
try:
    e.send(None)
except StopIteration as stop:
    print(stop.value)
def average():
    total = count = 0
    value = None
    while True:
        x = yield value
        total += x
        count += 1
        value = total / count
a = average()
a.send(None)
print(a.send(10), a.send(20), a.send(6))
try:
    average().send(1)
except TypeError as error:
    print(error)
def exprs():
    x = (yield 1) + (yield 2)
    y = [(yield x), (yield "in list")]
    print("y", y)
    return (yield)
g = exprs()
print(next(g), g.send(10), g.send(20), g.send("p"), g.send("q"))
try:
    g.send("ret")
except StopIteration as stop:
    print(stop.value)
def consumer(name, sink):
    print(name, "starts")
    while True:
        item = yield
        sink.append((name, item))
sink = []
cs = [consumer("a", sink), consumer("b", sink)]
for c in cs:
    next(c)
for i in range(4):
    cs[i % 2].send(i)
print(sink)
class Callable:
    def f(self):
        x = yield self
        yield x
k = Callable()
h = k.f()
print(next(h) is k, h.send(3))
