# List, set, dict comprehensions.
print([x for x in range(5)], [x * 2 for x in "ab"], [x for x in range(20) if x % 2 if x % 3], [(x, y) for x in range(3) for y in "ab"], [y for x in [[1, 2], [3]] for y in x])
print({x % 3 for x in range(10)}, {c: ord(c) for c in "abc"}, {k: v for k, v in [("a", 1), ("a", 2)]}, {v: k for k, v in {"x": 1}.items()}, {x: {y for y in range(x)} for x in range(3)})
print([[i * j for j in range(3)] for i in range(3)], [[r[i] for r in [[1, 2], [3, 4]]] for i in range(2)], [x if x > 1 else -x for x in range(4)], [(a, b) for a, b in zip([1, 2], [3, 4])], [a for a, *_ in ["xyz", "pq"]])
print([f(3) for f in [lambda x: x + 1, str, float]], [*[1], *[x for x in (2, 3)]], [x for x in [y for y in [z for z in range(3)]]], [x for x in (1, 2) for x in (x, x * 10)], [[] for _ in range(2)], [i for i in []])
print([x for x, in [(1,), (2,)]], [x.y for x in []], [not x for x in (0, 1)], [x for x in range(3) if True or x], [x == y for x in (1, 2) for y in (1, 2)], [lambda: x for x in range(2)][0]())
squares = []
for n in [x**2 for x in range(4)]:
    squares.append(n)
print(squares, sum([x for x in range(101)]), len([None for _ in range(1000)]), [i for i in range(10)][::3], {i for i in "hello"} == set("hello"), sorted({w.lower() for w in ["A", "b", "a"]}))
