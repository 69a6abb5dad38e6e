# Huffman coding with a simple priority queue.
class Heap:
    def __init__(self): self.a = []
    def push(self, x):
        a = self.a
        a.append(x)
        i = len(a) - 1
        while i and a[i] < a[(i - 1) // 2]:
            a[i], a[(i - 1) // 2] = a[(i - 1) // 2], a[i]
            i = (i - 1) // 2
    def pop(self):
        a = self.a
        a[0], a[-1] = a[-1], a[0]
        top = a.pop()
        i = 0
        while (c := 2 * i + 1) < len(a):
            if c + 1 < len(a) and a[c + 1] < a[c]:
                c += 1
            if not a[c] < a[i]:
                break
            a[i], a[c] = a[c], a[i]
            i = c
        return top
    def __len__(self): return len(self.a)
class Node:
    count = 0
    def __init__(self, weight, symbol=None, left=None, right=None):
        self.weight, self.symbol, self.left, self.right = weight, symbol, left, right
        self.order = Node.count
        Node.count += 1
    def __lt__(self, other): return (self.weight, self.order) < (other.weight, other.order)
    def codes(self, prefix=""):
        if self.symbol is not None:
            yield self.symbol, prefix or "0"
        else:
            yield from self.left.codes(prefix + "0")
            yield from self.right.codes(prefix + "1")
def huffman(text):
    heap = Heap()
    for symbol in sorted(set(text)):
        heap.push(Node(text.count(symbol), symbol))
    while len(heap) > 1:
        a, b = heap.pop(), heap.pop()
        heap.push(Node(a.weight + b.weight, left=a, right=b))
    return heap.pop()
def decode(bits, root):
    out, node = [], root
    for b in bits:
        node = node.left if b == "0" else node.right
        if node.symbol is not None:
            out.append(node.symbol)
            node = root
    return "".join(out)
text = "so much words wow many compression"
root = huffman(text)
codes = dict(root.codes())
bits = "".join(codes[c] for c in text)
print(codes)
print(bits, len(bits), len(text) * 8, decode(bits, root) == text)
h = Heap()
for x in (5, 3, 8, 1, 9, 2): h.push(x)
print([h.pop() for _ in range(len(h))])
