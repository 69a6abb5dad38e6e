# deque.
from collections import deque
d = deque([1, 2, 3])
d.append(4)
d.appendleft(0)
print(d, len(d), d[0], d[-1], d[2], d.pop(), d.popleft(), d, list(d), 2 in d, bool(deque()))
d.extend("ab")
d.extendleft("xy")
print(d, d.count(2), d.index("a"))
d.rotate(2)
print(d)
d.rotate(-1)
d.reverse()
d.remove("a")
d.insert(1, "ins")
d[0] = "first"
del d[-1]
print(d, d.copy() == d, d == list(d), deque("ab") + deque("c"), deque("ab") * 2, deque("ab") < deque("b"))
m = deque(range(5), maxlen=3)
m.append(9)
m.appendleft(8)
m.extend([1, 2])
print(m, m.maxlen, deque().maxlen, deque("abc", 2), list(reversed(m)), [x for x in m])
m.clear()
print(m, deque([deque([1])]), sorted(deque([3, 1])))
d += [7]
print(d, deque("abc", maxlen=0))
for f in (lambda: deque().pop(), lambda: deque().popleft(), lambda: d[99], lambda: d.remove("zz"), lambda: d.index("zz"), lambda: deque(5), lambda: deque([], -1), lambda: d[1:2], lambda: hash(d), lambda: deque([1], 1).insert(0, 5)):
    try:
        print(f())
    except (IndexError, ValueError, TypeError) as error:
        print(type(error).__name__, error)
try:
    for x in d:
        d.append(x)
except RuntimeError as error:
    print(error)
queue = deque([(0, "start")])
seen = []
while queue:
    depth, name = queue.popleft()
    seen.append((depth, name))
    if depth < 2:
        queue.extend((depth + 1, name + c) for c in "lr")
print(seen)
