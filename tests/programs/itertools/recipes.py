# Tools combined.
from itertools import *
from operator import mul, itemgetter
def take(n, it): return list(islice(it, n))
def flatten(it): return chain.from_iterable(it)
def powerset(s): return chain.from_iterable(combinations(s, r) for r in range(len(s) + 1))
def roundrobin(*its):
    its = [iter(i) for i in its]
    while its:
        for i in its[:]:
            try:
                yield next(i)
            except StopIteration:
                its.remove(i)
def unique(it, key=None):
    seen = set()
    for x in it:
        k = x if key is None else key(x)
        if k not in seen:
            seen.add(k)
            yield x
def primes():
    found = []
    for n in count(2):
        if all(n % p for p in takewhile(lambda p: p * p <= n, found)):
            found.append(n)
            yield n
print(take(3, count(7)), list(flatten([[1], "a", (2,)])), list(powerset("abc")), list(roundrobin("abc", "d", "ef")), list(unique("abacbd")), list(unique("aAbB", str.lower)), take(15, primes()))
print(sum(starmap(mul, zip([1, 2, 3], [4, 5, 6]))), list(zip(*[iter("abcdef")] * 3)))
def run_length(s): return [(k, sum(1 for _ in g)) for k, g in groupby(s)]
print(run_length("aaabccd"), "".join(c * n for c, n in run_length("xxy")))
rows = [("b", 2), ("a", 1), ("b", 1), ("a", 3)]
print([(k, [v for _, v in g]) for k, g in groupby(sorted(rows), itemgetter(0))])
dice = product(range(1, 7), repeat=2)
totals = {}
for a, b in dice:
    totals[a + b] = totals.get(a + b, 0) + 1
print(totals)
print(list(islice(accumulate(repeat(2), mul), 10)), list(takewhile(lambda x: x < 100, accumulate(count(1)))), next(dropwhile(lambda x: x * x < 500, count())), list(chain(range(2), repeat("e", 2), islice(cycle("xy"), 3))))
magic = [p for p in permutations(range(1, 5)) if p[0] + p[1] == p[2] + p[3]]
print(magic)
