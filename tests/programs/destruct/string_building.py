# Temporaries inside f-strings, join, format and percent.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)

    def __str__(self):
        print("str", self.name)
        return self.name

    def __format__(self, spec):
        print("format", self.name, spec)
        return self.name


print(f"{T('a')}-{T('b'):>4}-{T('c')!s}")
print("--")
print("%s+%s" % (T("d"), T("e")))
print("--")
print("{} {x}".format(T("f"), x=T("g")))
print("--")
print(" ".join(str(T(n)) for n in "hi"))
print("--")
print(T("j"), T("k"), sep=str(T("l")))
print("end")
