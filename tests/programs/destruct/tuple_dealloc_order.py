# A dying tuple drops its items from the last to the first.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


t = (T("a"), T("b"), T("c"))
del t
print("--")
t = tuple([T("d"), T("e")])
t = None
print("--")
t = (T("x"), (T("y"), T("z")), T("w"))
t = ()
print("--")
t = (T("1"), T("2"), T("3"))[1:]
print("sliced")
del t
print("--")
a = (T("p"), T("q"))
b = a + (T("r"),)
del a
print("sum holds")
del b
