# Locals die in the order of their first appearance in the code.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def f(flag):
    if flag:
        b = T("b")
    a = T("a")
    if not flag:
        b = T("late b")
    c = T("c")
    a = T("a again")
    print("leaving")
    return 1


print(f(True))
print(f(False))
