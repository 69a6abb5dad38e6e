# Suspended generators held by globals at exit.
def gen(name):
    try:
        yield 1
    finally:
        print("finally", name)


def never():
    try:
        yield 1
    finally:
        print("not started, not printed")


a = gen("a")
next(a)
b = gen("b")
next(b)
c = never()
d = [gen("in list")]
next(d[0])
print("end of program")
