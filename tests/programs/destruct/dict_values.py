# Replacing, deleting, popping and clearing dict entries.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


d = {i: T(i) for i in range(8)}
d[0] = T("new 0")
print("--")
del d[1]
print("--")
d.pop(2)
print("--")
k, v = d.popitem()
print("popped", k)
v = None
d.update({3: T("updated")})
print("--")
d.setdefault(4, T("default"))
print("--")
d |= {5: T("merged")}
print("--")
print(d.get(100, T("fallback")).name)
d.clear()
print("cleared", len(d))
