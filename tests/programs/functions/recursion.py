# Recursive functions.
def fact(n):
    return 1 if n < 2 else n * fact(n - 1)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
def ack(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ack(m - 1, 1)
    return ack(m - 1, ack(m, n - 1))
def hanoi(n, a, b, c, moves):
    if n:
        hanoi(n - 1, a, c, b, moves)
        moves.append(a + c)
        hanoi(n - 1, b, a, c, moves)
    return moves
def even(n):
    return True if n == 0 else odd(n - 1)
def odd(n):
    return False if n == 0 else even(n - 1)
def flatten(x):
    return [z for y in x for z in flatten(y)] if isinstance(x, list) else [x]
def perms(items):
    if not items:
        return [[]]
    return [[x] + rest for i, x in enumerate(items) for rest in perms(items[:i] + items[i + 1:])]
def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)
print(fact(20), fact(30), [fib(n) for n in range(16)], ack(2, 3), hanoi(3, "A", "B", "C", []), even(100), odd(7))
print(flatten([1, [2, [3, [4]], 5], []]), perms([1, 2, 3]), depth(500), depth(900))
Y = lambda f: (lambda x: x(x))(lambda x: f(lambda *a: x(x)(*a)))
print(Y(lambda self: lambda n: 1 if n == 0 else n * self(n - 1))(10))
def outer(n):
    def inner(k):
        return k if k <= 1 else inner(k - 1) + n
    return inner(5)
print(outer(10))
class Tree:
    def __init__(self, v, *kids):
        self.v, self.kids = v, kids
    def total(self):
        return self.v + sum(k.total() for k in self.kids)
    def __str__(self):
        return str(self.v) + ("(" + " ".join(map(str, self.kids)) + ")" if self.kids else "")
t = Tree(1, Tree(2, Tree(3)), Tree(4))
print(t, t.total())
