# A bound method keeps its receiver alive.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)

    def hello(self):
        return "hello " + self.name


m = T("a").hello
print("bound")
print(m())
m2 = m
del m
print(m2())
m2 = None
print("released")
fs = [T(n).hello for n in "xyz"]
print(fs.pop(1)())
print([f() for f in fs])
fs.clear()
print("end")
