# The finalisers along a dropped chain run from its head to its tail.
class Node:
    def __init__(self, n, next):
        self.n = n
        self.next = next

    def __del__(self):
        order.append(self.n)


for wrap in (lambda x: x, lambda x: [x], lambda x: (0, {"n": x})):
    order = []
    head = None
    for i in range(1000):
        head = Node(i, wrap(head))
    head = None
    print(len(order), order[:3], order[-3:], order == sorted(order, reverse=True))
