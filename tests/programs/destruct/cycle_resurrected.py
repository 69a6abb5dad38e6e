# A finaliser run by the collector may bring its cycle back.
import gc

gc.disable()
saved = []


class Node:
    def __init__(self):
        self.me = self
        self.data = [1, 2, 3]

    def __del__(self):
        print("del")
        saved.append(self)


n = Node()
del n
gc.collect()
print(len(saved), saved[0].data, saved[0].me is saved[0])
saved.clear()
gc.collect()
print(len(saved))
print("end")
