# Intermediate objects in attribute and subscript chains.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)

    def __getattr__(self, attr):
        print("getattr", self.name, attr)
        return T(self.name + "." + attr)

    def __getitem__(self, key):
        print("getitem", self.name)
        return T(f"{self.name}[{key.name if isinstance(key, T) else key}]")

    def __setitem__(self, key, value):
        print("setitem", self.name, value.name)


print(T("a").b.c.name)
print("--")
print(T("x")[1][T("k")].name)
print("--")
T("s")[T("key")] = T("value")
print("--")
T("o").attr = T("stored")
print("--")
T("p").q[0] = T("v")
print("end")
