# Locals die from the last slot to the first; a slot is given at first appearance.
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
