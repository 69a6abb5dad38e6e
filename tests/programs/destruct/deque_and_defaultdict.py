# Items of deque, OrderedDict and defaultdict.
from collections import OrderedDict, defaultdict, deque


class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


d = deque([T(1), T(2), T(3)], maxlen=3)
d.append(T(4))
print("pushed out")
d.popleft()
print("--")
d.clear()
print("--")
d = deque([T(5), T(6)])
d = None
print("--")
dd = defaultdict(lambda: T("made"))
print(dd["k"].name)
del dd["k"]
o = OrderedDict(a=T("oa"), b=T("ob"))
o = None
print("end")
