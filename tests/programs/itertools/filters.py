# takewhile, dropwhile, filterfalse, compress, starmap, accumulate, pairwise, batched.
from itertools import takewhile, dropwhile, filterfalse, compress, starmap, accumulate, pairwise, batched
import operator
small = lambda x: x < 3
data = [1, 2, 5, 1, 3]
print(list(takewhile(small, data)), list(dropwhile(small, data)), list(filterfalse(small, data)), list(filterfalse(None, [0, 1, "", "a"])), list(compress("abcde", [1, 0, 1])), list(compress("ab", [True, False, True])), list(takewhile(small, [])), list(dropwhile(bool, [0, 1])))
it = iter(data)
print(list(takewhile(small, it)), list(it))
print(list(starmap(pow, [(2, 3), (3, 2)])), list(starmap(lambda *a: a, ["ab", (1,), []])), list(starmap(print, [])))
print(list(accumulate([1, 2, 3])), list(accumulate([3, 1, 2], max)), list(accumulate("abc")), list(accumulate([1, 2], initial=10)), list(accumulate([], initial=0)), list(accumulate([1, 2, 3], operator.mul)), list(accumulate([])), list(accumulate([5, 1], lambda a, b: a - b, initial=0)))
print(list(pairwise("abcd")), list(pairwise("a")), list(pairwise([])), list(batched("abcde", 2)), list(batched([], 3)), list(batched("ab", 5)), list(batched("abcd", 2, strict=True)))
for f in (lambda: list(takewhile(5, [1])), lambda: takewhile(small), lambda: list(starmap(pow, [1])), lambda: batched("a", 0), lambda: list(batched("abc", 2, strict=True)), lambda: compress(5, 5), lambda: list(accumulate([1, "a"])), lambda: list(filterfalse(lambda x: 1 / x, [0])), lambda: pairwise(5)):
    try:
        print(f())
    except (TypeError, ValueError, ZeroDivisionError) as error:
        print(type(error).__name__, error)
