# Generators composed, a cooperative scheduler, tree walks.
def read(lines):
    for line in lines:
        yield line.strip()
def skip_empty(it): return (x for x in it if x)
def parse(it):
    for x in it:
        k, _, v = x.partition("=")
        yield k, int(v)
def window(it, n):
    buffer = []
    for x in it:
        buffer.append(x)
        if len(buffer) == n:
            yield tuple(buffer)
            buffer.pop(0)
print(list(window(parse(skip_empty(read(["a=1 ", "", "b=2", " c=3", "d=4"]))), 2)))
def task(name, n):
    for i in range(n):
        print(name, i)
        yield
    return name + " done"
def run(tasks):
    results = []
    while tasks:
        t = tasks.pop(0)
        try:
            next(t)
        except StopIteration as stop:
            results.append(stop.value)
        else:
            tasks.append(t)
    return results
print(run([task("a", 2), task("b", 3), task("c", 1)]))
class Tree:
    def __init__(self, v, l=None, r=None): self.v, self.l, self.r = v, l, r
    def __iter__(self):
        if self.l: yield from self.l
        yield self.v
        if self.r: yield from self.r
print(list(Tree(4, Tree(2, Tree(1), Tree(3)), Tree(5))))
def permutations(items):
    if len(items) <= 1:
        yield tuple(items)
    for i in range(len(items)) if len(items) > 1 else ():
        for rest in permutations(items[:i] + items[i + 1:]):
            yield (items[i],) + rest
print(list(permutations([1, 2, 3])), sum(1 for _ in permutations(list(range(5)))))
def queens(n, row=0, cols=()):
    if row == n:
        yield cols
    else:
        for c in range(n):
            if all(c != k and abs(c - k) != row - r for r, k in enumerate(cols)):
                yield from queens(n, row + 1, cols + (c,))
print(next(queens(6)), len(list(queens(6))))
