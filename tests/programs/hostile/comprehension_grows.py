# A list that grows and shrinks while it is walked.
l = [1]
print([l.append(x + 1) or x for x in l if len(l) < 20])
print(len(l))
l = list(range(10))
print([l.pop() for x in l])
print(l)
l = [0]
for x in l:
    if x < 5:
        l.extend([x + 1, x + 2])
print(len(l))
l = [1, 2, 3]
it = iter(l)
print(next(it), next(it), next(it), next(it, "end"))
l.append(4)
print(next(it, "still ended"))
l = list(range(6))
for x in reversed(l):
    l.clear()
print(x, l)
l = [0, 1]
for i, x in enumerate(l):
    if i < 5:
        l.insert(0, "in")
print(i, x, len(l))
