# key=, predicate and callback functions that change what is walked.
import functools
import itertools


def step(x, y=0):
    mutate()
    return x


mutations = {
    "clear": lambda: l.clear(),
    "append": lambda: len(l) < 8 and l.append(9),
    "pop": lambda: l and l.pop(),
    "raise": lambda: l.clear() or 1 / 0,
}
operations = {
    "min": lambda: min(l, key=step),
    "max": lambda: max(l, key=step),
    "sorted": lambda: sorted(l, key=step),
    "map": lambda: list(map(step, l)),
    "filter": lambda: list(filter(step, l)),
    "reduce": lambda: functools.reduce(step, l),
    "takewhile": lambda: list(itertools.takewhile(step, l)),
    "dropwhile": lambda: list(itertools.dropwhile(step, l)),
    "accumulate": lambda: list(itertools.accumulate(l, step)),
    "starmap": lambda: list(itertools.starmap(step, zip(l, l))),
    "groupby": lambda: [k for k, g in itertools.groupby(l, step)],
    "all": lambda: all(step(x) for x in l),
    "comprehension": lambda: [step(x) for x in l if step(x)],
    "dict": lambda: {x: step(x) for x in l},
    "iter": lambda: list(itertools.islice(iter(lambda: step(1), 5), 2)),
    "cmp": lambda: sorted(l, key=functools.cmp_to_key(lambda a, b: step(a) - b)),
}
for name, operation in operations.items():
    for action, mutate in mutations.items():
        l = [3, 1, 2]
        try:
            result = operation()
        except (ValueError, ZeroDivisionError) as e:
            result = type(e).__name__
        print(name, action, result, l, sep=" | ")
