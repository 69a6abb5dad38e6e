# A list whose only owner is its iterator lives as long as the loop.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


for t in [T("a"), T("b"), T("c")]:
    print("walk", t.name)
    del t
print("list gone")
it = iter([T("d"), T("e")])
print(next(it).name)
print("held")
print(next(it).name)
print(next(it, "no more"))
print("exhausted")
del it
print("--")
it = iter((T("f"), T("g")))
next(it)
it = None
print("end")
