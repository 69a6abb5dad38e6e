# Small data structures written as classes.
class Node:
    def __init__(self, value, next=None): self.value, self.next = value, next
class Stack:
    def __init__(self): self.head, self.size = None, 0
    def push(self, v): self.head = Node(v, self.head); self.size += 1; return self
    def pop(self):
        if self.head is None:
            raise IndexError("pop from empty stack")
        v, self.head = self.head.value, self.head.next
        self.size -= 1
        return v
    def __iter__(self):
        n = self.head
        while n:
            yield n.value
            n = n.next
    def __len__(self): return self.size
s = Stack().push(1).push(2).push(3)
print(list(s), s.pop(), len(s), 1 in s, bool(Stack()), [*s])
try:
    Stack().pop()
except IndexError as error:
    print(error)
class BST:
    class N:
        __slots__ = ("k", "l", "r")
        def __init__(self, k): self.k, self.l, self.r = k, None, None
    def __init__(self, items=()):
        self.root = None
        for i in items: self.add(i)
    def add(self, k):
        if self.root is None:
            self.root = self.N(k)
            return
        n = self.root
        while True:
            side = "l" if k < n.k else "r"
            if getattr(n, side) is None:
                setattr(n, side, self.N(k))
                return
            n = getattr(n, side)
    def walk(self, n="root"):
        n = self.root if n == "root" else n
        if n:
            yield from self.walk(n.l)
            yield n.k
            yield from self.walk(n.r)
    def depth(self, n="root"):
        n = self.root if n == "root" else n
        return 0 if n is None else 1 + max(self.depth(n.l), self.depth(n.r))
t = BST([5, 2, 8, 1, 9, 3, 7])
print(list(t.walk()), t.depth(), list(BST("hello").walk()))
class Vec:
    def __init__(self, *c): self.c = c
    def __add__(self, o): return Vec(*(a + b for a, b in zip(self.c, o.c)))
    def __mul__(self, k): return Vec(*(a * k for a in self.c)) if not isinstance(k, Vec) else sum(a * b for a, b in zip(self.c, k.c))
    __rmul__ = __mul__
    def __abs__(self): return (self * self) ** 0.5
    def __eq__(self, o): return self.c == o.c
    def __repr__(self): return f"Vec{self.c}"
    def __neg__(self): return -1 * self
    def __sub__(self, o): return self + -o
print(Vec(1, 2) + Vec(3, 4), 3 * Vec(1, 2), Vec(1, 2) * Vec(3, 4), abs(Vec(3, 4)), Vec(5, 5) - Vec(1, 2), Vec(1) == Vec(1), sum([Vec(1, 1), Vec(2, 2)], Vec(0, 0)))
