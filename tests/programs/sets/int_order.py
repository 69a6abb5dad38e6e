# Iteration order of sets of integers.
print({5, 3, 9, 1}, {100, 50, 25}, {8, 0, 16, 1}, {-1, -2, 0, 1}, {1000, 1, 32, 64})
s = set()
for i in (17, 4, 33, 9, 12, 1):
    s.add(i)
    print(s)
for i in (4, 33):
    s.remove(i)
s.add(65)
print(s, list(s), sorted(s, reverse=True), [x for x in s], tuple(s), sum(s))
print(set(range(20, 0, -3)), set([7, 15, 23, 31]), set([31, 23, 15, 7]), {2**40, 3, 2**33 + 1}, {1.5, 2, 0.5})
print(set(range(40)), {i * i for i in range(12)})
big = set(range(0, 300, 7))
print(big)
print({True, 2, 0}, {3, 1} | {2, 8}, {9, 8, 7, 6} & {6, 7, 100}, {1, 2, 3} - {2}, {64, 1} ^ {1, 0})
while s:
    print(s.pop(), end=" ")
print()
