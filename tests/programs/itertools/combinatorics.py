# product, permutations, combinations.
from itertools import product, permutations, combinations, combinations_with_replacement
print(list(product("ab", [1, 2])), list(product()), list(product("ab", repeat=2)), list(product("ab", [])), list(product([1], [2], [3])), len(list(product(range(3), repeat=3))), list(product("ab", repeat=0)))
print(list(permutations("abc")), list(permutations("abc", 2)), list(permutations([1])), list(permutations([])), list(permutations("ab", 3)), list(permutations("abc", 0)), len(list(permutations(range(5)))))
print(list(combinations("abcd", 2)), list(combinations([1, 2], 3)), list(combinations("abc", 0)), list(combinations("abc", 3)), len(list(combinations(range(10), 4))))
print(list(combinations_with_replacement("ab", 2)), list(combinations_with_replacement("abc", 1)), list(combinations_with_replacement([], 2)), list(combinations_with_replacement([], 0)))
print(["".join(p) for p in permutations("aab")][:4], sum(1 for a, b, c in product(range(1, 7), repeat=3) if a + b + c == 10), [c for c in combinations(range(1, 8), 3) if sum(c) == 10])
p = permutations([1, 2])
print(next(p), next(p), next(p, "end"), iter(p) is p, type(p).__name__)
for f in (lambda: permutations("ab", -1), lambda: combinations("ab", -1), lambda: product(5), lambda: combinations("a"), lambda: permutations("ab", "x"), lambda: product("a", repeat=-1), lambda: combinations(5, 1)):
    try:
        print(f())
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
