# Item assignment, pop, remove, del and clear on a list.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


l = [T(i) for i in range(10)]
l[0] = "replaced"
print("--")
l.pop()
print("--")
x = l.pop(1)
print("popped", x.name)
del x
del l[1]
print("--")
del l[-1]
print("--")
l.insert(0, T("new"))
l.append(T("appended"))
l.reverse()
l.remove("replaced")
print(len(l))
l.clear()
print("cleared")
