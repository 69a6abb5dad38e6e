# Set algebra with operators and methods.
a, b = {1, 2, 3, 4}, {3, 4, 5}
print(a | b, a & b, a - b, b - a, a ^ b)
print(a.union(b), a.intersection(b), a.difference(b), a.symmetric_difference(b), a.union([9], (8,)), a.intersection([1, 2], {2}), a.difference([1], [2]), a.union())
print(a <= b, {3} <= b, {3, 4, 5} <= b, {3, 4, 5} < b, b >= {3}, b > {3}, a.issubset(range(9)), a.issuperset([1]), a.isdisjoint([7]), a.isdisjoint(b))
c = {1, 2}
alias = c
c |= {3}
c &= {2, 3, 4}
c ^= {4}
c -= {3}
print(c, alias is c)
c.update([5, 6], {7})
c.difference_update([5])
c.intersection_update([2, 6, 7])
c.symmetric_difference_update([7, 8])
print(c)
f = frozenset([1, 2])
print(f | {3}, {3} | f, type(f | {3}).__name__, type({3} | f).__name__, f & {1}, f - {1}, f.union([5]), f == {1, 2})
f |= {9}
print(f)
for bad in (lambda: a | [1], lambda: a & "x", lambda: a - None, lambda: a < [1], lambda: a.union(5), lambda: a <= 5):
    try:
        print(bad())
    except TypeError as error:
        print(error)
