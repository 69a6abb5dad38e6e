# Temporaries in nested and chained calls.
class T:
    def __init__(self, name):
        print("make", name)
        self.name = name

    def __del__(self):
        print("del", self.name)

    def with_(self, other):
        print("with", self.name, other.name)
        return T(self.name + other.name)


def ident(x):
    return x


print(ident(ident(T("a"))).name)
print("--")
print(T("b").with_(T("c")).with_(T("d")).name)
print("--")
print(T("e").with_(T("f").with_(T("g"))).name)
print("--")
