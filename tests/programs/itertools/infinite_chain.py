# count, cycle, repeat, chain, islice.
from itertools import count, cycle, repeat, chain, islice
import itertools
print(list(islice(count(), 4)), list(islice(count(5), 2)), list(islice(count(10, -3), 4)), list(islice(count(0.5, 0.25), 3)), list(islice(count(step=2), 3)), list(islice(count(2**63 - 1), 3)), count(3), count(1, 2))
print(list(islice(cycle("ab"), 5)), list(cycle([])), list(islice(cycle(x for x in (1, 2)), 4)), list(repeat("x", 3)), list(islice(repeat(1), 2)), repeat(5, 2), repeat(5), list(repeat(1, -1)), list(map(pow, range(4), repeat(2))))
print(list(chain("ab", [1], (), {2: 3})), list(chain()), list(chain.from_iterable(["ab", [1]])), list(chain.from_iterable(range(i) for i in range(3))))
print(list(islice("abcdef", 2)), list(islice("abcdef", 1, 4)), list(islice("abcdef", 0, None, 2)), list(islice("abc", 5)), list(islice("abc", 2, 1)), list(islice([], 3)), list(islice(range(10), 2, 9, 3)), list(islice("abc", None)))
it = iter(range(10))
print(list(islice(it, 3)), next(it), list(islice(it, 1, 3)), list(it))
c = count()
print(next(c), next(c), c)
for f in (lambda: islice("a", -1), lambda: islice("a", 0, 5, 0), lambda: islice("a", "b"), lambda: chain(5) and list(chain(5)), lambda: count("a"), lambda: cycle(5), lambda: repeat(), lambda: islice("a"), lambda: repeat(1, "a")):
    try:
        print(f())
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
print(type(count()).__name__, type(chain()), itertools.chain.__name__)
