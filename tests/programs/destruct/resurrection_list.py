# Resurrected subclasses of list and dict keep their contents.
saved = []


class L(list):
    def __del__(self):
        print("del", len(self))
        saved.append(self)


class D(dict):
    def __del__(self):
        print("del", sorted(self))
        saved.append(self)


class T:
    def __del__(self):
        print("del T")


x = L([1, 2, T()])
del x
print(saved[0][:2], len(saved[0]))
x = D(a=1, b=2)
x.attr = T()
del x
print(saved[1]["a"], hasattr(saved[1], "attr"))
saved.pop()
print("--")
saved.pop()
print("end")
