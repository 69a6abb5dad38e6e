# A linked list of a hundred thousand nodes is dropped without trouble.
class Node:
    __slots__ = ("next", "n")

    def __init__(self, n, next):
        self.n = n
        self.next = next


class Loud(Node):
    __slots__ = ()
    count = 0

    def __del__(self):
        Loud.count += 1


head = None
for i in range(100000):
    head = Node(i, head)
print(head.n)
head = None
print("dropped")
for i in range(100000):
    head = (Loud if i % 1000 == 0 else Node)(i, head)
del head
print("dropped", Loud.count)
