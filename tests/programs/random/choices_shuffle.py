# choice, choices, shuffle, sample.
import random
random.seed(2)
items = list("abcdefgh")
print([random.choice(items) for _ in range(10)], random.choice((1, 2, 3)), random.choice("xyz"), random.choice(range(100)))
random.shuffle(items)
print(items)
numbers = list(range(30))
random.shuffle(numbers)
print(numbers)
print(random.sample(range(100), 5), random.sample("abcdef", 3), random.sample([1, 2, 3], 3), random.sample(range(10**9), 4), random.sample(list(range(50)), 20), random.sample([], 0), random.sample([1, 2], 3, counts=[2, 3]))
print(random.choices("abc", k=10), random.choices([1, 2, 3], weights=[10, 1, 1], k=8), random.choices("ab", cum_weights=[1, 4], k=6), random.choices([5]))
for f in (lambda: random.choice([]), lambda: random.sample([1], 2), lambda: random.sample({1, 2}, 1), lambda: random.shuffle((1, 2)), lambda: random.choices([], k=1), lambda: random.choices([1, 2], [1]), lambda: random.sample([1], -1), lambda: random.choices([1], [0])):
    try:
        print(f())
    except (IndexError, TypeError, ValueError) as error:
        print(type(error).__name__, error)
