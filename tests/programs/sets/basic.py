# Sets of small integers keep CPython's order; sets of strings are sorted here.
s = {3, 1, 2}
print(s, len(s), 2 in s, 5 not in s, set(), {1}, set([1, 1, 2]), set(range(10)), {1, 1.0, True}, {x % 3 for x in range(10)})
s.add(10)
s.add(1)
s.discard(99)
s.remove(3)
print(s, sorted({"b", "a", "c"}), set("a"), frozenset([2, 1]), frozenset(), repr(frozenset({5})))
print({1, 2} == {2, 1}, {1} == frozenset([1]), {1} != {2}, bool(set()), {1, 2} == [1, 2], {(1, 2)}, {None}, {frozenset([1])})
a = {5, 6}
b = a.copy()
b.add(7)
a.clear()
print(a, b, b.pop() in (5, 6, 7), len(b))
for f in (lambda: s.remove(99), lambda: set().pop(), lambda: {[]}, lambda: s.add({}), lambda: set(5), lambda: s[0], lambda: hash(s), lambda: {1} + {2}, lambda: [] in s, lambda: frozenset().add(1), lambda: {{1}}):
    try:
        print(f())
    except (KeyError, TypeError, AttributeError) as error:
        print(type(error).__name__, error)
print({1} in {frozenset([1])}, hash(frozenset([1, 2])) == hash(frozenset([2, 1])), {frozenset([1]): "x"}[frozenset([1])])
print(type({*[1, 2], 3}).__name__, {*"a", *[1]} == {1, "a"}, sorted({*range(3), *range(2, 5)}))
