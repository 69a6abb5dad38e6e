# Temporaries on the evaluation stack die when an exception passes.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def fail(*args):
    raise ValueError


def f(case):
    if case == 0:
        return [T("l1"), T("l2"), fail()]
    if case == 1:
        return T("a"), fail(T("arg")), T("never")
    if case == 2:
        return {T("k"): T("v"), 1: fail()}
    if case == 3:
        return print(T("p"), fail(), T("never"))
    if case == 4:
        for x in [T("item")]:
            fail()
    if case == 5:
        return T("s").name + str(fail())
    if case == 6:
        return T("receiver").method(T("no"))


for case in range(7):
    try:
        f(case)
    except (ValueError, AttributeError) as e:
        print("handler", type(e).__name__)
    print("--", case)
