# Module globals at exit are finalised breadth first, in the order of the module's dict.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


b = T("b")
a = T("a")
c = T("c")
a = T("a rebound")
l = [T("in list"), T("second in list")]
d = {"k": T("in dict")}
del b
b = T("b again")
print("end of program")
