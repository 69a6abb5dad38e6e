# Items that die while their container is being walked.
class T:
    def __init__(self, n):
        self.n = n

    def __del__(self):
        print("del", self.n)


l = [T(i) for i in range(6)]
for t in l:
    print("at", t.n)
    if t.n % 2 == 0:
        l.remove(t)
print("left", [t.n for t in l])
del t, l
print("--")
d = {i: T(i) for i in range(3)}
try:
    for k in d:
        del d[k]
except RuntimeError as e:
    print(e)
for k in list(d):
    d[k] = None
print("--")
l = [T("last")]
for t in l:
    l.clear()
    print("cleared, t holds")
    t = None
    print("gone")
