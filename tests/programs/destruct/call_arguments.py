# Temporaries passed as arguments die when the callee is through with them.
class T:
    def __init__(self, name):
        print("make", name)
        self.name = name

    def __del__(self):
        print("del", self.name)


def two(a, b):
    print("in two")


def drops(a, b):
    del a
    print("in drops")


def keeps(a, b):
    return b


two(T("a"), T("b"))
print("1")
two(b=T("c"), a=T("d"))
print("2")
drops(T("e"), T("f"))
print("3")
k = keeps(T("g"), T("h"))
print("4", k.name)
print(len([T("i"), T("j")]))
print("5")
